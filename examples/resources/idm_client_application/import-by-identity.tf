import {
  to = idm_client_application.hr

  identity = {
    client_ext_id      = "acme"
    application_ext_id = "hr"
  }
}
