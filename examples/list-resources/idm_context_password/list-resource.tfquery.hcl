list "idm_context_password" "all" {
  provider = idm

  config {
    user_ext_id = "u-anna"
  }
}
