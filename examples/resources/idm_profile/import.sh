# The client and the external id of the profile.
terraform import idm_profile.carla_sales acme/p-carla-sales
