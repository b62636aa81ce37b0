data "idm_user_pending_terms" "anna" {
  user_ext_id = "u-anna"
}

output "to_accept" {
  value = data.idm_user_pending_terms.anna.terms[*].name
}
