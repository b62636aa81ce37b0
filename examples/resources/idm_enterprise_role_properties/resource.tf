# Other properties of the enterprise role are left alone.
resource "idm_enterprise_role_properties" "example" {
  enterprise_role_ext_id = "er-sales"

  properties = {
    tier = "4711"
  }
}
