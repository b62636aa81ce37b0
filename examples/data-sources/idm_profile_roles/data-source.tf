# All roles, including the member roles of enterprise roles.
data "idm_profile_roles" "anna" {
  profile_ext_id = "p-anna-hq"
}

output "roles_of_anna" {
  value = data.idm_profile_roles.anna.roles[*].ext_id
}
