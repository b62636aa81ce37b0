import {
  to = idm_context_password.first
  id = "acme/u-anna/cred-anna-portal"
}
