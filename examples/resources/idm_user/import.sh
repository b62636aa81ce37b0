# The external ID of the client, and that of the user.
terraform import idm_user.dora acme/u-dora
