data "idm_enterprise_authorizations" "anna" {
  profile_ext_id = "p-anna-hq"
}

output "enterprise_grants_of_anna" {
  value = { for a in data.idm_enterprise_authorizations.anna.enterprise_authorizations : a.enterprise_role_ext_id => a.ext_id }
}
