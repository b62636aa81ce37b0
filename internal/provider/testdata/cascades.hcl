# Changes that replace an object of the demo tenant, and texts about what the service deletes with it.

idm_user {
  id     = "acme/u-carla"
  change = { is_technical_user = true }
  counts = ["(now profiles: 1, credentials: 5)", "idm_user.NAME.is_technical_user"]
}
idm_profile {
  id     = "acme/p-anna-hq"
  change = { user_ext_id = "u-ben" }
  counts = ["(now authorizations: 1, enterprise authorizations: 1, properties: 1)", "[idm_profile.NAME.user_ext_id]"]
}
idm_role {
  id     = "crm-reader"
  change = { application_ext_id = "wiki" }
  counts = ["[idm_role.NAME.application_ext_id]"]
}
idm_unit {
  id     = "acme/acme-it"
  change = { ext_id = "other" }
  counts = [" propert", "[idm_unit.NAME.id]"]
}
idm_enterprise_role {
  id     = "acme/er-sales"
  change = { ext_id = "other" }
  counts = [" propert", "role"]
}
idm_application {
  id     = "crm"
  change = { ext_id = "other" }
  counts = ["(now roles: "]
}
idm_authorization {
  id     = "acme/p-anna-hq/a-anna-crm"
  change = { role_ext_id = "crm-admin" }
  counts = ["(now properties: 1)", "[idm_authorization.NAME.role_ext_id]"]
}
