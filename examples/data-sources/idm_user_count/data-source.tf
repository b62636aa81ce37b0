data "idm_user_count" "technical" {
  filters = { is_technical_user = true }
}

check "technical_users" {
  assert {
    condition     = data.idm_user_count.technical.total <= 5
    error_message = "There are ${data.idm_user_count.technical.total} technical users; at most 5 are expected."
  }
}
