list "idm_enterprise_role" "all" {
  provider = idm

  config {
    client_ext_id = "acme"
  }
}
