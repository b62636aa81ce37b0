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

resource "idm_users" "staff" {
  users = { for id, p in local.people : id => {
    login_id   = "login-${id}"
    name       = { first_name = "First ${id}", family_name = "Family ${id}" }
    properties = { employeeNumber = "1" }
  } }
}

resource "idm_profiles" "staff" {
  profiles = { for id, p in local.people : id => {
    user_ext_id    = idm_users.staff.ext_ids[id]
    unit_ext_id    = idm_unit_tree.all.ext_ids[p.unit]
    properties     = { badge = id }
    authorizations = { for role in local.jobs[p.job] : role => {} }
  } }
}
