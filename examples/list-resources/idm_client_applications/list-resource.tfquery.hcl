list "idm_client_applications" "all" {
  provider = idm

  config {
    client_ext_id = "acme"
  }
}
