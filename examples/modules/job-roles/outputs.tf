output "enterprise_role_ext_ids" {
  description = "External IDs of the enterprise roles by job."
  value       = { for key, job in idm_enterprise_role.this : key => job.ext_id }
}
