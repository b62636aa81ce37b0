import {
  to = idm_user.dora

  identity = {
    client_ext_id = "acme"
    ext_id        = "u-dora"
  }
}
