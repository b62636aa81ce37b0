resource "idm_profile" "carla" {
  user_ext_id = "u-carla"
  name        = "Carla"
}

# Carla reads the customers of all units until the end of the year. The other data rooms are omitted, and stay closed.
resource "idm_authorization" "carla_crm" {
  profile_ext_id = idm_profile.carla.ext_id
  role_ext_id    = "crm-reader"
  unit_global    = true

  validity = {
    to = "2027-12-31T23:59:59Z"
  }
}
