import {
  to = idm_profile_enterprise_authorizations.carla
  id = "acme/p-carla"
}
