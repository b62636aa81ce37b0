import {
  to = idm_client_applications.acme
  identity = {
    client_ext_id = "acme"
  }
}
