list "idm_profile_properties" "anna" {
  provider = idm

  config {
    user_ext_id = "u-anna"
  }
}
