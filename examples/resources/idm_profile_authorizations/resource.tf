resource "idm_profile" "carla" {
  user_ext_id = "u-carla"
  name        = "Carla"
}

# These are all of Carla's roles, by the external ID of the role. One that somebody grants by hand shows in the next plan as its removal.
resource "idm_profile_authorizations" "carla" {
  profile_ext_id = idm_profile.carla.ext_id

  authorizations = {
    crm-reader = {
      unit_global = true
      validity    = { to = "2027-12-31T23:59:59Z" }
    }
    wiki-editor = {}
  }
}
