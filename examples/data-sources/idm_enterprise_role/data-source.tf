data "idm_enterprise_role" "sales" {
  ext_id = "er-sales"
}

output "sales" {
  description = "What people call it."
  value       = data.idm_enterprise_role.sales.name
}
