list "idm_property_definition" "acme" {
  provider = idm

  config {
    client_ext_id = "acme"
  }
}
