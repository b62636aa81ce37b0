data "idm_user_properties" "example" {
  user_ext_id = "u-ben"
}

output "names" {
  description = "The properties that have a value."
  value       = keys(data.idm_user_properties.example.properties)
}
