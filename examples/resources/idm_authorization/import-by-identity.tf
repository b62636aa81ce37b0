import {
  to = idm_authorization.carla_crm
  identity = {
    client_ext_id  = "acme"
    profile_ext_id = "p-carla"
    ext_id         = "a-carla-crm"
  }
}
