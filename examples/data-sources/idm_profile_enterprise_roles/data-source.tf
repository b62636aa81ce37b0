data "idm_profile_enterprise_roles" "anna" {
  profile_ext_id = "p-anna-hq"
}

output "enterprise_roles_of_anna" {
  value = data.idm_profile_enterprise_roles.anna.enterprise_roles[*].name
}
