data "idm_unit_properties" "headquarters" {
  unit_ext_id = "acme-hq"
}

output "cost_center" {
  value = data.idm_unit_properties.headquarters.properties["costCenter"]
}
