# Everything below the headquarters.
list "idm_unit" "below_headquarters" {
  provider = idm

  config {
    unit_ext_id = "acme-hq"
    recursive   = true
  }
}
