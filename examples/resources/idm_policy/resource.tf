# The password policy of technical users.
resource "idm_policy" "device_passwords" {
  ext_id      = "device-passwords"
  policy_type = "DevicePasswordPolicy"
  name        = "Device passwords"
  description = "For technical users"

  # All parameters of the policy: an apply removes any other.
  parameters = {
    minLength        = "32"
    maxLength        = "100"
    resetCodeEnabled = "false"
  }
}
