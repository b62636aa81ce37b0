# Every unit of the provider's client may say on which floor it is.
resource "idm_property_definition" "floor" {
  scope          = "UNIT_GLOBAL"
  name           = "floor"
  type           = "ENUM"
  allowed_values = ["ground", "first", "second"]
  description    = "Where people find the unit"

  display_name = {
    en = "Floor"
    de = "Stockwerk"
  }

  # Without the definition, every unit loses its value.
  lifecycle {
    prevent_destroy = true
  }
}

# The reference to the name makes Terraform define the property before a unit has it.
resource "idm_unit_properties" "it" {
  unit_ext_id = "acme-it"
  properties  = { (idm_property_definition.floor.name) = "first" }
}
