output "ext_ids" {
  description = "External IDs of the units by path."
  value       = { for path, unit in idm_unit.this : path => unit.ext_id }
}
