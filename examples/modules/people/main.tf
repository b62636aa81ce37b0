resource "idm_user" "this" {
  for_each = var.people

  ext_id     = "u-${each.key}"
  login_id   = coalesce(each.value.login_id, each.key)
  user_state = coalesce(each.value.state, "active")
  name       = { first_name = each.value.first, family_name = each.value.family }
  validity   = try(length(each.value.until) > 0, false) ? { to = each.value.until } : null
  on_destroy = "archive"
}

resource "idm_profile" "this" {
  for_each = var.people

  ext_id      = "p-${each.key}"
  user_ext_id = idm_user.this[each.key].ext_id
  unit_ext_id = lookup(var.unit_ext_ids, each.value.unit, each.value.unit)
}

resource "idm_profile_authorizations" "this" {
  for_each = var.people

  profile_ext_id = idm_profile.this[each.key].ext_id
  authorizations = { for role in var.jobs[each.value.job] : role => {} }
}
