list "idm_policy" "all" {
  provider = idm

  config {
    client_ext_id = "acme"
  }
}
