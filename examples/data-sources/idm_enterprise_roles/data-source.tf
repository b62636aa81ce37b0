data "idm_enterprise_roles" "all" {}

output "enterprise_roles" {
  description = "External ID of each enterprise role of the client, by its name."
  value       = { for role in data.idm_enterprise_roles.all.enterprise_roles : role.name => role.ext_id }
}
