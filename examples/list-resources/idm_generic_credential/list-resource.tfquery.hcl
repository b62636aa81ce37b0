list "idm_generic_credential" "all" {
  provider = idm

  config {
    user_ext_id = "u-carla"
  }
}
