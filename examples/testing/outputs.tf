output "unit_ext_id" {
  value       = idm_unit.team.ext_id
  description = "External ID of the team's unit."
}
