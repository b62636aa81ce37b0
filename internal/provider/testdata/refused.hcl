# Updates that the service refuses. The reference leaves the "open" ones open.

idm_profile "A profile cannot lose its unit" {
  config = { ext_id = "placed", user_ext_id = "u-ben", unit_ext_id = "acme-it" }
  change = { unit_ext_id = null }
  at     = "unit_ext_id"
}
idm_profile "The profile is archived" {
  config = { ext_id = "over", user_ext_id = "u-ben", profile_state = "archived" }
  change = { profile_state = "active" }
  at     = "profile_state"
  open   = true
}
idm_profile "The profile is archived" {
  config = { ext_id = "also-over", user_ext_id = "u-ben", profile_state = "archived" }
  change = { profile_state = null, remarks = "x" }
  at     = "remarks"
  open   = true
}
idm_unit "A disabled unit cannot be moved" {
  config = { ext_id = "open", profileless = true }
  change = { state = "disabled", parent_unit_ext_id = "acme-hq" }
  at     = "parent_unit_ext_id"
}
idm_user "The service might not clear gender" {
  config = { ext_id = "he", gender = "male" }
  change = { gender = null }
  at     = "gender"
  open   = true
}
idm_user "The service might not clear address.post_office_box_number" {
  config = { ext_id = "boxed", address = { post_office_box_number = "12" } }
  change = { address = null }
  at     = "address"
  open   = true
}
idm_user "The user is archived" {
  config = { ext_id = "gone", user_state = "archived" }
  change = { user_state = "active" }
  at     = "user_state"
  open   = true
}
