resource "idm_user" "dora" {
  ext_id        = "u-dora"
  login_id      = "dora"
  language_code = "DE"

  name = {
    first_name  = "Dora"
    family_name = "Dubois"
  }

  contacts = {
    email  = "dora@example.com"
    mobile = "+41790000004"
  }

  address = {
    country_code = "CH"
    city         = "Bern"
  }

  validity = { to = "2030-12-31T23:00:00Z" }
}

# A technical user, for software. Its profile defines its access. A destroy archives this user.
resource "idm_user" "robot" {
  ext_id            = "u-robot"
  is_technical_user = true
  on_destroy        = "archive"
  name              = { family_name = "Deployment robot" }
}

resource "idm_profile" "robot" {
  user_ext_id        = idm_user.robot.ext_id
  is_default_profile = true
}
