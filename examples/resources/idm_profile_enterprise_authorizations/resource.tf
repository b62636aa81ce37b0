resource "idm_profile" "carla" {
  user_ext_id = "u-carla"
  name        = "Carla"
}

# These are all of Carla's enterprise roles, by their external IDs. One that somebody grants by hand shows in the next plan as its removal.
resource "idm_profile_enterprise_authorizations" "carla" {
  profile_ext_id = idm_profile.carla.ext_id

  enterprise_authorizations = {
    er-sales   = {}
    er-finance = { validity = { to = "2027-12-31T23:59:59Z" } }
  }
}
