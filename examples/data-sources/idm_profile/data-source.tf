data "idm_profile" "anna" {
  ext_id = "p-anna-hq"
}

output "unit_of_anna" {
  value = data.idm_profile.anna.unit_ext_id
}
