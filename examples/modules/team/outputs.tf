output "unit_ext_id" {
  description = "External ID of the team's unit."
  value       = idm_unit.this.ext_id
}

output "profile_ext_ids" {
  description = "External IDs of the members' profiles, by the external ID of the user."
  value       = { for user, profile in idm_profile.member : user => profile.ext_id }
}
