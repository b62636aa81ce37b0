list "idm_user_properties" "active" {
  provider = idm

  config {
    user_state = "active"
  }
}
