list "idm_terms" "all" {
  provider = idm
}
