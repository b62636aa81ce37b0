output "role_ext_ids" {
  description = "External IDs of the roles by application and name, such as crm/reader."
  value       = { for key, role in idm_role.this : key => role.ext_id }
}
