# The external IDs of the client, the profile and the authorization. All properties of the authorization are taken over.
terraform import idm_authorization_properties.carla_crm acme/p-carla/a-carla-crm
