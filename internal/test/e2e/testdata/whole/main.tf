terraform {
  required_providers {
    idm = { source = "identity-iac/idm" }
  }
}

variable "applications" {
  type = number
}

variable "roles" {
  description = "Of each application."
  type        = number
}

variable "enterprise_roles" {
  type = number
}

variable "people" {
  description = "Of each team."
  type        = number
}

variable "changed" {
  description = "Takes a role out of the first enterprise role, renames an application, and closes a person."
  type        = bool
  default     = false
}

resource "idm_unit" "root" {
  ext_id      = "company"
  name        = "Company"
  profileless = true
}

module "application" {
  source   = "./application"
  for_each = toset([for i in range(var.applications) : format("app-%02d", i)])

  ext_id = each.key
  name   = var.changed && each.key == "app-00" ? "Application ${each.key}, renamed" : "Application ${each.key}"
  roles  = var.roles
}

resource "idm_enterprise_role" "all" {
  for_each = { for i in range(var.enterprise_roles) : format("er-%02d", i) => i }

  ext_id      = each.key
  name        = "Enterprise role ${each.key}"
  description = "What is needed for job ${each.value}"
}

locals {
  role_ext_ids = flatten([for application in module.application : application.role_ext_ids])
}

# Three roles each, of applications that follow one another.
resource "idm_enterprise_role_members" "all" {
  for_each = { for i in range(var.enterprise_roles) : format("er-%02d", i) => [
    for j in range(var.changed && i == 0 ? 2 : 3) :
    local.role_ext_ids[((i + j) % var.applications) * var.roles + (i + j) % var.roles]
  ] }

  enterprise_role_ext_id = idm_enterprise_role.all[each.key].ext_id
  role_ext_ids           = each.value
}
