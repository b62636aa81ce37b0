resource "idm_profile" "carla" {
  user_ext_id = "u-carla"
  name        = "Carla"
}

# Carla has all roles of the enterprise role.
resource "idm_enterprise_authorization" "carla_sales" {
  profile_ext_id         = idm_profile.carla.ext_id
  enterprise_role_ext_id = "er-sales"

  validity = {
    from = "2027-01-01T00:00:00Z"
  }
}
