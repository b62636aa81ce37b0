import {
  to = idm_enterprise_role.buyer

  identity = {
    client_ext_id = "acme"
    ext_id        = "buyer"
  }
}
