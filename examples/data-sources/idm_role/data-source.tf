data "idm_role" "reader" {
  ext_id = "crm-reader"
}

output "application" {
  description = "The application that the role belongs to."
  value       = data.idm_role.reader.application_name
}
