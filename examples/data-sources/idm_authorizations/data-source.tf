data "idm_authorizations" "anna" {
  profile_ext_id = "p-anna-hq"
}

# Who finds a grant here that no configuration holds can import it.
output "grants_of_anna" {
  value = { for a in data.idm_authorizations.anna.authorizations : a.role_ext_id => a.ext_id }
}
