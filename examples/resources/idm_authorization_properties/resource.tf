resource "idm_profile" "carla" {
  user_ext_id = "u-carla"
  name        = "Carla in sales"
}

resource "idm_authorization" "carla_crm" {
  profile_ext_id = idm_profile.carla.ext_id
  role_ext_id    = "crm-reader"
}

# Properties limit the role to a region and an amount.
resource "idm_authorization_properties" "carla_crm" {
  profile_ext_id       = idm_authorization.carla_crm.profile_ext_id
  authorization_ext_id = idm_authorization.carla_crm.ext_id

  properties = {
    region = "EMEA"
    limit  = "5000"
  }
}
