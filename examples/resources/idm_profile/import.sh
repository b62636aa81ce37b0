# The client and the external ID of the profile.
terraform import idm_profile.carla_sales acme/p-carla-sales
