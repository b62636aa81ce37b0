# The client, the user and the external ID of the context password.
terraform import idm_context_password.first acme/u-anna/cred-anna-portal
