data "idm_profile_applications" "anna" {
  profile_ext_id = "p-anna-hq"
}

output "applications_of_anna" {
  value = { for a in data.idm_profile_applications.anna.applications : a.ext_id => a.url }
}
