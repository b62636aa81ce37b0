import {
  to = idm_kerberos_credential.anna

  identity = {
    client_ext_id = "acme"
    user_ext_id   = "u-anna"
    ext_id        = "cred-anna-kerberos"
  }
}
