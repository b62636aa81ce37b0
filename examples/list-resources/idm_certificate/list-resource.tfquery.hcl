list "idm_certificate" "all" {
  provider = idm

  config {
    user_ext_id = "u-carla"
  }
}
