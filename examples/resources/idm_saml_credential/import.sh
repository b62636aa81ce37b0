# The client, the user and the external ID of the SAML credential.
terraform import idm_saml_credential.anna acme/u-anna/cred-anna-saml
