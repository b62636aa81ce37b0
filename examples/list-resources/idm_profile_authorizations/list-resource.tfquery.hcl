# What the profiles of one user are granted: one resource for each profile.
list "idm_profile_authorizations" "anna" {
  provider = idm

  config {
    user_ext_id = "u-anna"
  }
}
