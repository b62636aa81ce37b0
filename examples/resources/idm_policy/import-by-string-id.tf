import {
  to = idm_policy.device_passwords
  id = "acme/device-passwords"
}
