terraform {
  required_providers {
    idm = { source = "identity-iac/idm" }
  }
}

variable "ext_id" {
  type = string
}

variable "name" {
  type = string
}

variable "roles" {
  type = number
}

resource "idm_application" "this" {
  ext_id       = var.ext_id
  name         = var.name
  displayed    = true
  display_name = { en = var.name, de = "Anwendung ${var.ext_id}" }
}

resource "idm_role" "all" {
  count = var.roles

  ext_id             = "${var.ext_id}-role-${count.index}"
  application_ext_id = idm_application.this.ext_id
  name               = "Role ${count.index}"
}

resource "idm_client_application" "this" {
  application_ext_id = idm_application.this.ext_id
}

output "role_ext_ids" {
  value = idm_role.all[*].ext_id
}
