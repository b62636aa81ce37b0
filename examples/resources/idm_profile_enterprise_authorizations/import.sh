# The client and the profile.
terraform import idm_profile_enterprise_authorizations.carla acme/p-carla
