output "ext_ids" {
  description = "External IDs of the units by path."
  value       = idm_unit_tree.this.ext_ids
}
