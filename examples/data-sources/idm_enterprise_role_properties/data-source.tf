data "idm_enterprise_role_properties" "example" {
  enterprise_role_ext_id = "er-sales"
}

output "names" {
  description = "The properties that have a value."
  value       = keys(data.idm_enterprise_role_properties.example.properties)
}
