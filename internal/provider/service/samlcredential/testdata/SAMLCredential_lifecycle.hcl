idm_saml_credential {
  needs    = ["ExtIDs", "Simulator", "FirstReleases"]
  id       = "acme/u-dev-bot/@saml"
  identity = { client_ext_id = "acme", ext_id = "@saml", user_ext_id = "u-dev-bot" }
  minimal  = { ext_id = "@saml", issuer_name_id = "https://login.acme.example.com", issuer_name_id_format = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity", subject_name_id = "bot@acme.example.com", subject_name_id_format = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress", user_ext_id = "u-dev-bot" }
  post     = "/core/v1/acme/users/u-dev-bot/saml-credentials"
  create   = { extId = "@saml", issuerNameId = "https://login.acme.example.com", issuerNameIdFormat = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity", subjectNameId = "bot@acme.example.com", subjectNameIdFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress" }
  path     = "/core/v1/acme/users/u-dev-bot/saml-credentials/@saml"
  theirs   = { stateName = "INITIAL" }
}
state_name {
  from = "active"
  to   = "disabled"
  sent = { stateName = "disabled" }
}
