# The client, the user and the external id of the generic credential.
terraform import idm_generic_credential.badge acme/u-anna/cred-anna-badge
