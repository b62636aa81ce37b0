import {
  to = idm_application.travel

  identity = {
    ext_id = "travel"
  }
}
