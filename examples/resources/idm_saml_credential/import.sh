# The client, the user and the external id of the SAML credential.
terraform import idm_saml_credential.anna acme/u-anna/cred-anna-saml
