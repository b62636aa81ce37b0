terraform {
  required_providers {
    idm = { source = "identity-iac/idm" }
  }
}

variable "name" {
  type = string
}

variable "number" {
  type = number
}

variable "parent" {
  type = string
}

variable "people" {
  type = number
}

variable "role_ext_ids" {
  type = list(string)
}

variable "enterprise_role_ext_ids" {
  type = list(string)
}

variable "closed" {
  description = "Disables the first person."
  type        = bool
}

resource "idm_unit" "this" {
  ext_id             = var.name
  parent_unit_ext_id = var.parent
  name               = "Team ${var.name}"
  profileless        = false
}

resource "idm_user" "all" {
  count = var.people

  ext_id        = format("u-%s-%02d", var.name, count.index)
  login_id      = format("%s.%02d", var.name, count.index)
  user_state    = var.closed && count.index == 0 ? "disabled" : "active"
  language_code = "DE"
  name          = { first_name = "First ${count.index}", family_name = "Family ${var.name}" }
  contacts      = { email = format("%s.%02d@example.com", var.name, count.index) }
}

resource "idm_profile" "all" {
  count = var.people

  ext_id      = format("p-%s-%02d", var.name, count.index)
  user_ext_id = idm_user.all[count.index].ext_id
  unit_ext_id = idm_unit.this.ext_id
  name        = "Profile ${count.index}"
}

resource "idm_authorization" "all" {
  count = var.people

  profile_ext_id = idm_profile.all[count.index].ext_id
  role_ext_id    = var.role_ext_ids[(var.number * 7 + count.index) % length(var.role_ext_ids)]
}

resource "idm_enterprise_authorization" "all" {
  count = var.people

  profile_ext_id         = idm_profile.all[count.index].ext_id
  enterprise_role_ext_id = var.enterprise_role_ext_ids[(var.number + count.index) % length(var.enterprise_role_ext_ids)]
}
