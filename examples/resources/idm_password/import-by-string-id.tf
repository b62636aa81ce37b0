import {
  to = idm_password.first
  id = "acme/u-anna"
}
