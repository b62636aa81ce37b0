data "idm_profile_unit" "anna" {
  profile_ext_id = "p-anna-hq"
}

output "place_of_anna" {
  value = data.idm_profile_unit.anna.unit.location
}
