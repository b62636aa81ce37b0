resource "idm_profile" "carla" {
  user_ext_id = "u-carla"
  name        = "Carla"
}

# All of Carla's roles, by external ID.
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

# Read a key that a grant may omit with try.
output "carla_edits_all_units" {
  value = try(idm_profile_authorizations.carla.authorizations["wiki-editor"].unit_global, false)
}
