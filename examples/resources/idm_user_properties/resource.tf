# Other properties of the user are left alone.
resource "idm_user_properties" "example" {
  user_ext_id = "u-ben"

  properties = {
    employeeNumber = "4711"
  }
}
