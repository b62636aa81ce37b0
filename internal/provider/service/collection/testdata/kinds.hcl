# The collections: the attribute with the elements, the path of the objects, an argument "text" that only
# describes one, a property, and an argument that every element needs. "a" to "d" and "z" are arguments of
# elements, and "each" those of the element with the key k.

idm_unit_tree {
  map      = "units"
  path     = "units"
  text     = "location"
  property = "costCenter"
  scope    = "UNIT_GLOBAL"
  missing  = "profileless"
  single   = "idm_unit"
  tree     = true
  each     = "name = \"Unit $${k}\", profileless = false"
  a        = { name = "Unit a", profileless = false }
  b        = { name = "Unit b", profileless = false }
  c        = { name = "Unit c", profileless = false }
  d        = { name = "Unit d", profileless = false }
  z        = { name = "Unit z", profileless = false }
  formed   = { name = "Unit formed", profileless = false }
  was      = "l"
  full     = { name = "Unit formed", profileless = false, description = "d", location = "l", display_name = { en = "E", de = "D" }, abbreviation = { en = "A" }, modification_comment = "c", validity = { from = "2026-01-01T00:00:00Z", to = "2031-01-01T00:00:00Z" } }
}
idm_users {
  map      = "users"
  path     = "users"
  text     = "remarks"
  property = "employeeNumber"
  scope    = "USER_GLOBAL"
  single   = "idm_user"
  each     = "login_id = \"login-$${k}\", name = { family_name = \"Family $${k}\" }"
  a        = { login_id = "login-a", name = { family_name = "Family a" } }
  b        = { login_id = "login-b", name = { family_name = "Family b" } }
  c        = { login_id = "login-c", name = { family_name = "Family c" } }
  d        = { login_id = "login-d", name = { family_name = "Family d" } }
  z        = { login_id = "login-z", name = { family_name = "Family z" } }
  formed   = { login_id = "login-formed", name = { family_name = "Family formed" } }
  was      = "r"
  full     = { login_id = "login-formed", name = { family_name = "Family formed" }, remarks = "r", language_code = "DE", user_state = "disabled", contacts = { email = "x@example.com" }, address = { city = "Bern" }, modification_comment = "c", validity = { from = "2026-01-01T00:00:00Z", to = "2031-01-01T00:00:00Z" } }
}
idm_profiles {
  map      = "profiles"
  path     = "profiles"
  text     = "remarks"
  property = "badge"
  scope    = "PROFILE_GLOBAL"
  missing  = "user_ext_id"
  single   = "idm_profile"
  each     = "user_ext_id = \"u-ben\", unit_ext_id = \"acme-hq\", name = \"Profile $${k}\""
  a        = { user_ext_id = "u-ben", unit_ext_id = "acme-hq", name = "Profile a" }
  b        = { user_ext_id = "u-ben", unit_ext_id = "acme-hq", name = "Profile b" }
  c        = { user_ext_id = "u-ben", unit_ext_id = "acme-hq", name = "Profile c" }
  d        = { user_ext_id = "u-ben", unit_ext_id = "acme-hq", name = "Profile d" }
  z        = { user_ext_id = "u-ben", unit_ext_id = "acme-hq", name = "Profile z" }
  formed   = { user_ext_id = "u-ben", unit_ext_id = "acme-hq", name = "Profile formed" }
  was      = "r"
  full     = { user_ext_id = "u-ben", unit_ext_id = "acme-hq", name = "Profile formed", remarks = "r", profile_state = "disabled", modification_comment = "c", validity = { from = "2026-01-01T00:00:00Z", to = "2031-01-01T00:00:00Z" } }
}
