# The client, the profile, and the external id of the authorization.
terraform import idm_authorization.carla_crm acme/p-carla/a-carla-crm
