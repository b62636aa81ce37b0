list "idm_enterprise_role_members" "all" {
  provider = idm

  config {
    client_ext_id = "acme"
  }
}
