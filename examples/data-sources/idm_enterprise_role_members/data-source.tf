data "idm_enterprise_role_members" "sales" {
  enterprise_role_ext_id = "er-sales"
}

output "sales" {
  description = "The roles that the enterprise role grants."
  value       = [for role in data.idm_enterprise_role_members.sales.members : "${role.application_name}: ${role.name}"]
}
