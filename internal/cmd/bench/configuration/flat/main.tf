resource "idm_client_application" "application" {
  for_each = local.tenant.applications

  application_ext_id = each.key
}

resource "idm_unit" "department" {
  for_each = toset(local.tenant.departments)

  ext_id      = each.key
  name        = each.key
  profileless = true
}

resource "idm_unit" "team" {
  for_each = local.tenant.teams

  ext_id             = each.key
  parent_unit_ext_id = idm_unit.department[each.value.department].ext_id
  name               = each.key
  profileless        = false
}

resource "idm_profile" "member" {
  for_each = local.members

  ext_id      = each.key
  user_ext_id = each.value.user
  unit_ext_id = idm_unit.team[each.value.team].ext_id
  name        = each.key
}

resource "idm_authorization" "grant" {
  for_each = local.grants

  profile_ext_id = idm_profile.member[each.value.profile].ext_id
  role_ext_id    = each.value.role
}

resource "idm_enterprise_authorization" "grant" {
  for_each = local.members

  profile_ext_id         = idm_profile.member[each.key].ext_id
  enterprise_role_ext_id = each.value.enterprise_role
}
