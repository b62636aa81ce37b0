import {
  to = idm_authorization_properties.carla_crm

  identity = {
    client_ext_id        = "acme"
    profile_ext_id       = "p-carla"
    authorization_ext_id = "a-carla-crm"
  }
}
