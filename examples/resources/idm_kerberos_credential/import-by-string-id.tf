import {
  to = idm_kerberos_credential.anna
  id = "acme/u-anna/cred-anna-kerberos"
}
