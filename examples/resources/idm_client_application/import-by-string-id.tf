import {
  to = idm_client_application.hr
  id = "acme/hr"
}
