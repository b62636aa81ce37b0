list "idm_enterprise_role_properties" "all" {
  provider = idm

  config {
    client_ext_id = "acme"
  }
}
