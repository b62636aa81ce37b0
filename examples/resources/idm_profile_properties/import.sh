# The external ID of the client, and that of the profile. All properties of the profile are taken over.
terraform import idm_profile_properties.example acme/p-anna-hq
