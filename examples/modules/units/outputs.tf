output "ext_ids" {
  description = "External IDs of the units by key."
  value       = idm_unit_tree.this.ext_ids
}

output "keys" {
  description = "The keys of the units, which are known even if a plan of the units fails."
  value       = keys(local.units)
}
