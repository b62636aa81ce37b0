import {
  to = idm_profile.carla_sales
  identity = {
    client_ext_id = "acme"
    ext_id        = "p-carla-sales"
  }
}
