# Records a login that was checked somewhere else: terraform apply -invoke=action.idm_update_login_info.anna
action "idm_update_login_info" "anna" {
  config {
    user_ext_id       = "u-anna"
    credential_ext_id = "cred-anna-password"
    success           = true
  }
}
