# The external ID of the client, and that of the user. All properties of the user are taken over.
terraform import idm_user_properties.example acme/u-ben
