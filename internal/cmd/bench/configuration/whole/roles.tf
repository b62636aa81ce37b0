locals {
  application_of = merge([
    for application, roles in local.tenant.applications : { for role in roles : role => application }
  ]...)
  members = merge([
    for job, roles in local.tenant.enterprise_roles : { for role in roles : "${job}.${role}" => { job = job, role = role } }
  ]...)
  # What refers to these refers to all roles at once, and not to one after the other.
  roles = { for name, role in idm_role.role : name => role.ext_id }
  jobs  = { for name, job in idm_enterprise_role.job : name => job.ext_id }
}

resource "idm_application" "application" {
  for_each = local.tenant.applications

  ext_id    = each.key
  name      = each.key
  displayed = true
}

resource "idm_client_application" "application" {
  for_each = local.tenant.applications

  application_ext_id = idm_application.application[each.key].ext_id
}

resource "idm_role" "role" {
  for_each = local.application_of

  ext_id             = each.key
  application_ext_id = idm_application.application[each.value].ext_id
  name               = each.key
}

resource "idm_enterprise_role" "job" {
  for_each = local.tenant.enterprise_roles

  ext_id = each.key
  name   = each.key
}

resource "idm_enterprise_role_member" "member" {
  for_each = local.members

  enterprise_role_ext_id = idm_enterprise_role.job[each.value.job].ext_id
  role_ext_id            = local.roles[each.value.role]
}
