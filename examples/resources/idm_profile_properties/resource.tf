# Other properties of the profile are left alone.
resource "idm_profile_properties" "example" {
  profile_ext_id = "p-anna-hq"

  properties = {
    badge = "4711"
  }
}
