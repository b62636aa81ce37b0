# An assertion with this name from the identity provider logs in the user.
resource "idm_saml_credential" "anna" {
  user_ext_id            = "u-anna"
  subject_name_id        = "anna@acme.example.com"
  subject_name_id_format = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
  issuer_name_id         = "https://login.acme.example.com"
  issuer_name_id_format  = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity"
}
