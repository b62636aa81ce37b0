resource "idm_unit" "support" {
  name        = "Support"
  profileless = false
}

# Other properties of the unit are left alone.
resource "idm_unit_properties" "support" {
  unit_ext_id = idm_unit.support.ext_id

  properties = {
    costCenter = "4711"
    phone      = "+41 44 000 00 00"
  }

  # Encrypted properties: the plan does not show their values.
  sensitive_properties = {
    secretNote = var.support_note
  }
}

variable "support_note" {
  type      = string
  sensitive = true
  default   = "the key is at the reception"
}
