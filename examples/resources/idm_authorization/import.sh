# The client, the profile, and the external ID of the authorization.
terraform import idm_authorization.carla_crm acme/p-carla/a-carla-crm
