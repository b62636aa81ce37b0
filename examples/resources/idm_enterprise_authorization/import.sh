# The client, the profile, and the external ID of the enterprise authorization.
terraform import idm_enterprise_authorization.carla_sales acme/p-carla/ea-carla-sales
