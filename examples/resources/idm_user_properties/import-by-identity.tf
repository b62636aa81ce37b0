import {
  to = idm_user_properties.example

  identity = {
    client_ext_id = "acme"
    user_ext_id   = "u-ben"
  }
}
