# The client, the user and the external ID of the generic credential.
terraform import idm_generic_credential.badge acme/u-anna/cred-anna-badge
