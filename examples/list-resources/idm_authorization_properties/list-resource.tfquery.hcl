list "idm_authorization_properties" "anna" {
  provider = idm

  config {
    profile_ext_id = "p-anna-hq"
  }
}
