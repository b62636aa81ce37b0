resource "idm_unit" "this" {
  ext_id             = "team-${var.name}"
  name               = coalesce(var.display_name, var.name)
  parent_unit_ext_id = var.parent
  profileless        = false
}

resource "idm_profile" "member" {
  for_each = var.members

  ext_id      = "${each.key}-${var.name}"
  user_ext_id = each.key
  unit_ext_id = idm_unit.this.ext_id
}

resource "idm_profile_authorizations" "member" {
  for_each = var.members

  profile_ext_id = idm_profile.member[each.key].ext_id
  authorizations = { for role in setunion(var.roles, each.value) : role => {} }
}
