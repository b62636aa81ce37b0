data "idm_unit_profiles" "hq" {
  unit_ext_id = "acme-hq"
}

output "people" {
  description = "The users with an active profile in the unit."
  value       = distinct([for profile in data.idm_unit_profiles.hq.profiles : profile.user_ext_id if profile.profile_state == "active"])
}
