list "idm_client" "all" {
  provider = idm
}
