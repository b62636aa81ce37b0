import {
  to = idm_profile_authorizations.carla
  id = "acme/p-carla"
}
