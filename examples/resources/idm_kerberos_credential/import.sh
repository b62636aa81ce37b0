# The client, the user and the external ID of the Kerberos credential.
terraform import idm_kerberos_credential.anna acme/u-anna/cred-anna-kerberos
