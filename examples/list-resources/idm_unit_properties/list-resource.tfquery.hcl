list "idm_unit_properties" "below_headquarters" {
  provider = idm

  config {
    unit_ext_id = "acme-hq"
    recursive   = true
  }
}
