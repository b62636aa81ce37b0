data "idm_authorization" "anna_crm" {
  profile_ext_id = "p-anna-hq"
  ext_id         = "a-anna-crm"
}

output "anna_reads_all_units" {
  value = data.idm_authorization.anna_crm.unit_global
}
