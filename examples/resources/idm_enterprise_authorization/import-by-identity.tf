import {
  to = idm_enterprise_authorization.carla_sales
  identity = {
    client_ext_id  = "acme"
    profile_ext_id = "p-carla"
    ext_id         = "ea-carla-sales"
  }
}
