data "idm_roles" "crm" {
  application_ext_id = "crm"
}

output "roles" {
  description = "External ID of each role of the application, by its name."
  value       = { for role in data.idm_roles.crm.roles : role.name => role.ext_id }
}
