data "idm_application" "crm" {
  ext_id = "crm"
}

output "crm" {
  description = "Where the application is."
  value       = data.idm_application.crm.url
}
