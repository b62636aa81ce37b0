import {
  to = idm_client.initech

  identity = {
    ext_id = "initech"
  }
}
