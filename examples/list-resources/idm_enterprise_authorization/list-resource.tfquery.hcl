# The enterprise roles that are granted to Anna.
list "idm_enterprise_authorization" "anna" {
  provider = idm

  config {
    profile_ext_id = "p-anna-hq"
  }
}
