import {
  to = idm_policy.device_passwords

  identity = {
    client_ext_id = "acme"
    ext_id        = "device-passwords"
  }
}
