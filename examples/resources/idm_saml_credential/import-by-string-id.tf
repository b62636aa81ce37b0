import {
  to = idm_saml_credential.anna
  id = "acme/u-anna/cred-anna-saml"
}
