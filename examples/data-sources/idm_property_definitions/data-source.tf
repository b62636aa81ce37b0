data "idm_property_definitions" "all" {}

output "unit_properties" {
  description = "What a unit may have, and how long a value may be."
  value = {
    for definition in data.idm_property_definitions.all.property_definitions :
    definition.name => definition.string_max_len if definition.scope == "onUnitGlobal"
  }
}
