# The policy of the passwords of technical users.
resource "idm_policy" "device_passwords" {
  ext_id      = "device-passwords"
  policy_type = "DevicePasswordPolicy"
  name        = "Device passwords"
  description = "For technical users"

  # All of them: a parameter that is not named here is removed.
  parameters = {
    minLength        = "32"
    maxLength        = "100"
    resetCodeEnabled = "false"
  }
}
