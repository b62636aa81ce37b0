import {
  to = idm_context_password.first

  identity = {
    client_ext_id = "acme"
    user_ext_id   = "u-anna"
    ext_id        = "cred-anna-portal"
  }
}
