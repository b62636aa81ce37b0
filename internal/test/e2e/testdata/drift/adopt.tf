import {
  to = idm_client_applications.acme
  id = "acme"
}
