resource "idm_profile" "carla" {
  user_ext_id = "u-carla"
  name        = "Carla"
}

# All of Carla's enterprise roles, by external ID. The next plan shows the removal of any enterprise role that was granted by hand.
resource "idm_profile_enterprise_authorizations" "carla" {
  profile_ext_id = idm_profile.carla.ext_id

  enterprise_authorizations = {
    er-sales   = {}
    er-finance = { validity = { to = "2027-12-31T23:59:59Z" } }
  }
}
