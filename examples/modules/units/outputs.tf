output "ext_ids" {
  description = "External IDs of the units by key."
  value       = idm_unit_tree.this.ext_ids
}
