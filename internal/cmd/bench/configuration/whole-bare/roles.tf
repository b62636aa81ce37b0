locals {
  application_of = merge([
    for application, roles in local.tenant.applications : { for role in roles : role => application }
  ]...)
  members = merge([
    for job, roles in local.tenant.enterprise_roles : { for role in roles : "${job}.${role}" => { job = job, role = role } }
  ]...)
  roles = { for name, role in bare_object.role : name => role.ext_id }
  jobs  = { for name, job in bare_object.job : name => job.ext_id }
}

resource "bare_object" "application" {
  for_each = local.tenant.applications

  ext_id = each.key
  name   = each.key
}

resource "bare_object" "client_application" {
  for_each = local.tenant.applications

  ext_id     = "client.${each.key}"
  name       = "client.${each.key}"
  belongs_to = bare_object.application[each.key].ext_id
}

resource "bare_object" "role" {
  for_each = local.application_of

  ext_id     = each.key
  name       = each.key
  belongs_to = bare_object.application[each.value].ext_id
}

resource "bare_object" "job" {
  for_each = local.tenant.enterprise_roles

  ext_id = each.key
  name   = each.key
}

resource "bare_object" "job_member" {
  for_each = local.members

  ext_id     = each.key
  name       = "${each.key}.${local.roles[each.value.role]}"
  belongs_to = bare_object.job[each.value.job].ext_id
}
