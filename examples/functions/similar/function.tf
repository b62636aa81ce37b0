# The error of a misspelled unit suggests the right one.
variable "unit" {
  type    = string
  default = "hq"
}

locals {
  units = ["hq", "it"]
}

resource "idm_unit" "team" {
  name               = "Team"
  parent_unit_ext_id = "acme-${var.unit}"
  profileless        = true

  lifecycle {
    precondition {
      condition     = contains(local.units, var.unit)
      error_message = "There is no unit ${var.unit}; did you mean ${join(" or ", provider::idm::similar(var.unit, local.units))}?"
    }
  }
}
