import {
  to = idm_unit_properties.support

  identity = {
    client_ext_id = "acme"
    unit_ext_id   = "support"
  }
}
