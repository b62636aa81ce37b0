data "idm_user_profiles" "anna" {
  user_ext_id = "u-anna"
}

output "units" {
  description = "The units that Anna works in."
  value       = [for profile in data.idm_user_profiles.anna.profiles : profile.unit_ext_id if profile.profile_state == "active"]
}
