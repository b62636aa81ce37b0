data "idm_user_consents" "anna" {
  user_ext_id = "u-anna"
}

output "accepted" {
  value = { for consent in data.idm_user_consents.anna.consents : consent.terms_ext_id => consent.terms_version }
}
