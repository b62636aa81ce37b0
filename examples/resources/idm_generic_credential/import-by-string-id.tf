import {
  to = idm_generic_credential.badge
  id = "acme/u-anna/cred-anna-badge"
}
