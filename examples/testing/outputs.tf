output "unit_ext_id" {
  value       = idm_unit.team.ext_id
  description = "External id of the team's unit."
}
