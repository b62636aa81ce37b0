import {
  to = idm_unit.sales

  identity = {
    client_ext_id = "acme"
    ext_id        = "sales"
  }
}
