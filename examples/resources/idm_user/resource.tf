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

  # The person leaves at the end of the year; the user is kept, archived, when it is taken out of the configuration.
  validity   = { to = "2030-12-31T23:00:00Z" }
  on_destroy = "archive"
}

# Software has a user too. The profile says what it may do.
resource "idm_user" "robot" {
  ext_id            = "u-robot"
  is_technical_user = true
  name              = { family_name = "Deployment robot" }
}

resource "idm_profile" "robot" {
  user_ext_id        = idm_user.robot.ext_id
  is_default_profile = true
}
