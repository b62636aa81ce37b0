import {
  to = idm_profile_properties.example

  identity = {
    client_ext_id  = "acme"
    profile_ext_id = "p-anna-hq"
  }
}
