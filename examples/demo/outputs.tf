output "regions" {
  description = "The external ID of each regional unit."
  value       = { for name, unit in idm_unit.region : name => unit.ext_id }
}
