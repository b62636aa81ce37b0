# The help desk is new: the application, its roles, and the client that may grant them.
resource "idm_application" "helpdesk" {
  ext_id      = "helpdesk"
  name        = "Help desk"
  description = "Takes the questions of customers"
  displayed   = true

  display_name = {
    en = "Help desk"
    de = "Kundendienst"
  }
}

resource "idm_role" "helpdesk" {
  for_each = {
    agent = "Answers questions"
    lead  = "Assigns questions to agents"
  }

  ext_id             = "helpdesk-${each.key}"
  application_ext_id = idm_application.helpdesk.ext_id
  name               = each.key
  description        = each.value
}

resource "idm_client_application" "helpdesk" {
  application_ext_id = idm_application.helpdesk.ext_id
}

# Everyone in sales needs these roles: they read customers and answer their questions.
resource "idm_enterprise_role" "field_sales" {
  ext_id      = "er-field-sales"
  name        = "Field sales"
  description = "All that a salesperson needs"
}

resource "idm_enterprise_role_members" "field_sales" {
  enterprise_role_ext_id = idm_enterprise_role.field_sales.ext_id
  role_ext_ids           = ["crm-reader", idm_role.helpdesk["agent"].ext_id]
}
