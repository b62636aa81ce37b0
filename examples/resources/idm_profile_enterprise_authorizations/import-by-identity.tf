import {
  to = idm_profile_enterprise_authorizations.carla
  identity = {
    client_ext_id  = "acme"
    profile_ext_id = "p-carla"
  }
}
