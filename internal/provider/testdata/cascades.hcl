# Changes that replace an object of the demo tenant, and texts about what the service deletes with it.

idm_user {
  config = { ext_id = "u-carla" }
  id     = "acme/u-carla"
  change = { is_technical_user = true }
  count  = "(now profiles: 1, credentials: 5)"
  names  = "idm_user.NAME.is_technical_user"
}
idm_profile {
  config = { ext_id = "p-anna-hq", user_ext_id = "u-anna" }
  id     = "acme/p-anna-hq"
  change = { user_ext_id = "u-ben" }
  count  = "(now authorizations: 1, enterprise authorizations: 1, properties: 1)"
  names  = "[idm_profile.NAME.user_ext_id]"
}
idm_role {
  config = { ext_id = "crm-reader", application_ext_id = "crm", name = "reader" }
  id     = "crm-reader"
  change = { application_ext_id = "wiki" }
  count  = "[idm_role.NAME.application_ext_id]"
}
idm_unit {
  config = { ext_id = "acme-it", profileless = false, parent_unit_ext_id = "acme-hq" }
  id     = "acme/acme-it"
  change = { ext_id = "other" }
  count  = " propert"
  names  = "[idm_unit.NAME.id]"
}
idm_enterprise_role {
  config = { ext_id = "er-sales", name = "Sales" }
  id     = "acme/er-sales"
  change = { ext_id = "other" }
  count  = " propert"
  names  = "role"
}
idm_application {
  config = { ext_id = "crm", name = "CRM", displayed = true }
  id     = "crm"
  change = { ext_id = "other" }
  count  = "(now roles: "
}
idm_authorization {
  config = { ext_id = "a-anna-crm", profile_ext_id = "p-anna-hq", role_ext_id = "crm-reader" }
  id     = "acme/p-anna-hq/a-anna-crm"
  change = { role_ext_id = "crm-admin" }
  count  = "(now properties: 1)"
  names  = "[idm_authorization.NAME.role_ext_id]"
}
