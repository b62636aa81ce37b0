data "idm_authorizations" "anna" {
  profile_ext_id = "p-anna-hq"
}

# A grant that is listed here and in no configuration can be imported.
output "grants_of_anna" {
  value = { for a in data.idm_authorizations.anna.authorizations : a.role_ext_id => a.ext_id }
}
