list "idm_enterprise_role_member" "sales" {
  provider = idm

  config {
    enterprise_role_ext_id = "er-sales"
  }
}
