import {
  to = idm_password.first

  identity = {
    client_ext_id = "acme"
    user_ext_id   = "u-anna"
  }
}
