data "idm_authorization_properties" "anna_crm" {
  profile_ext_id       = "p-anna-hq"
  authorization_ext_id = "a-anna-crm"
}

output "region" {
  value = lookup(data.idm_authorization_properties.anna_crm.properties, "region", "everywhere")
}
