list "idm_application" "all" {
  provider = idm
}
