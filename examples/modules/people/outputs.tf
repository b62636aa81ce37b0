output "user_ext_ids" {
  description = "External IDs of the users by key."
  value       = idm_users.this.ext_ids
}

output "profile_ext_ids" {
  description = "External IDs of the profiles by key; the key of a second function ends in -2."
  value       = idm_profiles.this.ext_ids
}
