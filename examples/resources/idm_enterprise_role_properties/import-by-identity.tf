import {
  to = idm_enterprise_role_properties.example

  identity = {
    client_ext_id          = "acme"
    enterprise_role_ext_id = "er-sales"
  }
}
