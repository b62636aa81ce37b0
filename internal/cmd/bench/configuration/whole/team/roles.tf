variable "roles" {
  type = map(string)
}

variable "jobs" {
  type = map(string)
}

resource "idm_authorization" "grant" {
  for_each = local.grants

  profile_ext_id = idm_profile.member[each.value.profile].ext_id
  role_ext_id    = var.roles[each.value.role]
}

resource "idm_enterprise_authorization" "grant" {
  for_each = var.members

  profile_ext_id         = idm_profile.member[each.key].ext_id
  enterprise_role_ext_id = var.jobs[each.value.enterprise_role]
}
