data "idm_profile_properties" "anna" {
  profile_ext_id = "p-anna-hq"
}

output "badge_of_anna" {
  value = lookup(data.idm_profile_properties.anna.properties, "badge", null)
}
