# Ben works in sales from the new year on.
resource "idm_profile" "ben" {
  ext_id      = "p-ben-sales"
  user_ext_id = "u-ben"
  unit_ext_id = idm_unit.sales.ext_id
  name        = "Ben in sales"

  validity = {
    from = "2027-01-01T00:00:00Z"
  }
}

# He may read customers. No data room is configured, so all four are closed: the role's rights do not count for all clients,
# units, applications or enterprise roles, and one that somebody opens by hand is closed again.
resource "idm_authorization" "ben_crm" {
  profile_ext_id = idm_profile.ben.ext_id
  ext_id         = "a-ben-crm"
  role_ext_id    = "crm-reader"
}

# He writes bills too, until the end of the year.
resource "idm_authorization" "ben_billing" {
  profile_ext_id = idm_profile.ben.ext_id
  role_ext_id    = "billing-clerk"

  validity = {
    from = "2027-01-01T00:00:00Z"
    to   = "2027-12-31T23:59:59Z"
  }

  depends_on = [idm_client_application.billing]
}

resource "idm_enterprise_authorization" "ben_sales" {
  profile_ext_id         = idm_profile.ben.ext_id
  enterprise_role_ext_id = "er-sales"
}
