# Objects of the demo tenant, and a dependent of each.

idm_application {
  id     = "crm"
  config = { ext_id = "crm", name = "CRM", displayed = true }
  named  = "role crm-reader (\"reader\")"
}
idm_enterprise_role {
  id     = "acme/er-sales"
  config = { ext_id = "er-sales", name = "Sales" }
  named  = "acme/er-sales/crm-reader"
}
idm_unit {
  id     = "acme/acme-hq"
  config = { ext_id = "acme-hq", name = "Headquarters", profileless = false }
  named  = "unit acme/acme-it (\"IT\")"
}
idm_user {
  id     = "acme/u-dev-bot"
  config = { ext_id = "u-dev-bot", is_technical_user = true }
  named  = "credential \"cred-bot\""
}
