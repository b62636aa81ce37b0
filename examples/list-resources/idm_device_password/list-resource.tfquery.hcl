list "idm_device_password" "all" {
  provider = idm

  config {
    user_ext_id = "u-dev-bot"
  }
}
