resource "idm_profile_authorizations" "grants" {
  for_each = var.members

  profile_ext_id = idm_profile.member[each.key].ext_id
  authorizations = { for role in each.value.roles : role => {} }
}

resource "idm_profile_enterprise_authorizations" "grants" {
  for_each = var.members

  profile_ext_id            = idm_profile.member[each.key].ext_id
  enterprise_authorizations = { (each.value.enterprise_role) = {} }
}
