# Units of the provider's client may have a floor.
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

  # Destroying the definition deletes the value of every unit.
  lifecycle {
    prevent_destroy = true
  }
}

# The reference to the name makes Terraform create the definition before the value.
resource "idm_unit_properties" "it" {
  unit_ext_id = "acme-it"
  properties  = { (idm_property_definition.floor.name) = "first" }
}
