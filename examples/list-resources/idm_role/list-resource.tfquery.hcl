list "idm_role" "crm" {
  provider = idm

  config {
    application_ext_id = "crm"
  }
}
