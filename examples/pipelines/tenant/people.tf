resource "idm_profile" "ben" {
  ext_id      = "p-ben-sales"
  user_ext_id = "u-ben"
  unit_ext_id = idm_unit.sales.ext_id
  name        = "Ben in sales"
}

resource "idm_authorization" "ben_crm" {
  profile_ext_id = idm_profile.ben.ext_id
  ext_id         = "a-ben-crm"
  role_ext_id    = "crm-reader"
}
