# Nora is new, and works in sales.
resource "idm_user" "nora" {
  ext_id        = "u-nora"
  login_id      = "nora"
  language_code = "DE"

  name = {
    first_name  = "Nora"
    family_name = "Nussbaum"
  }
  contacts = {
    email = "nora@example.com"
  }
}

resource "idm_profile" "nora" {
  ext_id      = "p-nora-sales"
  user_ext_id = idm_user.nora.ext_id
  unit_ext_id = idm_unit.sales.ext_id
  name        = "Nora in sales"
}

# She has the access of the sales team.
resource "idm_enterprise_authorization" "nora_sales" {
  profile_ext_id         = idm_profile.nora.ext_id
  enterprise_role_ext_id = idm_enterprise_role.field_sales.ext_id
}

# She also leads the help desk, until the end of the year. No data room is configured, so all four are closed: the role does not
# apply to all clients, units, applications or enterprise roles, and the next apply closes a data room that was opened by hand.
resource "idm_authorization" "nora_helpdesk" {
  profile_ext_id = idm_profile.nora.ext_id
  ext_id         = "a-nora-helpdesk"
  role_ext_id    = idm_role.helpdesk["lead"].ext_id

  validity = {
    to = "2027-12-31T23:59:59Z"
  }

  depends_on = [idm_client_application.helpdesk]
}
