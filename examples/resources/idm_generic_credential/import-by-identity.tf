import {
  to = idm_generic_credential.badge

  identity = {
    client_ext_id = "acme"
    user_ext_id   = "u-anna"
    ext_id        = "cred-anna-badge"
  }
}
