output "user_ext_ids" {
  description = "External IDs of the users by key."
  value       = { for key, user in idm_user.this : key => user.ext_id }
}

output "profile_ext_ids" {
  description = "External IDs of the profiles by key."
  value       = { for key, profile in idm_profile.this : key => profile.ext_id }
}
