terraform {
  required_providers {
    idm = { source = "registry.terraform.io/identity-iac/idm" }
  }
}

variable "people" { type = number }

variable "joiners" {
  type    = number
  default = 0
}

# How many roles the first job has.
variable "roles" {
  type    = number
  default = 6
}

locals {
  numbers = flatten([for k in range(0, var.people + var.joiners, 500) : range(k, min(k + 500, var.people + var.joiners))])
  people  = { for i in local.numbers : format("p%05d", i) => { unit = format("u%02d", i % 100), job = format("j%02d", i % 20) } }
  roles   = ["crm-reader", "crm-admin", "billing-clerk", "billing-admin", "wiki-editor", "hr-viewer"]
  jobs    = { for j in range(20) : format("j%02d", j) => slice(local.roles, 0, j == 0 ? var.roles : 6) }
}

resource "idm_unit_tree" "all" {
  units = { for i in range(100) : format("u%02d", i) => { name = "Unit ${i}", profileless = false } }
}

resource "idm_user" "staff" {
  for_each = local.people
  ext_id   = each.key
  login_id = "login-${each.key}"
  name     = { first_name = "First ${each.key}", family_name = "Family ${each.key}" }
}

resource "idm_profile" "staff" {
  for_each    = local.people
  ext_id      = each.key
  user_ext_id = idm_user.staff[each.key].ext_id
  unit_ext_id = idm_unit_tree.all.ext_ids[each.value.unit]
}

resource "idm_profile_authorizations" "staff" {
  for_each       = local.people
  profile_ext_id = idm_profile.staff[each.key].ext_id
  authorizations = { for role in local.jobs[each.value.job] : role => {} }
}
