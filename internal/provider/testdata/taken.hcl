# Plans that want a value which another object has. "held" is the import ID of that object.

idm_unit {
  config = { ext_id = "acme-it", profileless = true }
  at     = "ext_id"
  held   = "acme/acme-it"
}
idm_unit {
  config = { ext_id = "acme-hq", profileless = true, parent_unit_ext_id = "acme-it" }
  at     = "ext_id"
  held   = "acme/acme-hq"
}
idm_profile {
  config = { ext_id = "p-anna-hq", user_ext_id = "u-ben" }
  at     = "ext_id"
  held   = "acme/p-anna-hq"
}
idm_user {
  config = { ext_id = "u-ben" }
  at     = "ext_id"
  held   = "acme/u-ben"
}
idm_application {
  config = { ext_id = "crm", name = "X", displayed = true }
  at     = "ext_id"
  held   = "crm"
}
idm_application {
  config = { ext_id = "x", name = "CRM", displayed = true }
  at     = "name"
  held   = "crm"
}
idm_role {
  config = { ext_id = "crm-reader", name = "X", application_ext_id = "crm" }
  at     = "ext_id"
  held   = "crm-reader"
}
idm_role {
  config = { ext_id = "crm-reader", name = "X", application_ext_id = "wiki" }
  at     = "ext_id"
  held   = "crm-reader"
}
idm_role {
  config = { name = "reader", application_ext_id = "crm" }
  at     = "name"
  held   = "crm-reader"
}
idm_enterprise_role {
  config = { ext_id = "er-sales", name = "X" }
  at     = "ext_id"
  held   = "acme/er-sales"
}
idm_enterprise_role {
  config = { name = "Sales" }
  at     = "name"
  held   = "acme/er-sales"
}
idm_policy {
  config = { ext_id = "policy-password", policy_type = "PwdPolicy" }
  at     = "ext_id"
  held   = "acme/policy-password"
}
idm_client {
  config = { ext_id = "globex", name = "X" }
  at     = "ext_id"
  held   = "globex"
}
idm_client {
  config = { ext_id = "x", name = "Globex" }
  at     = "name"
  held   = "globex"
}
idm_authorization {
  config = { profile_ext_id = "p-anna-hq", role_ext_id = "crm-reader" }
  at     = "role_ext_id"
  held   = "acme/p-anna-hq/a-anna-crm"
}
idm_enterprise_authorization {
  config = { profile_ext_id = "p-anna-hq", enterprise_role_ext_id = "er-sales" }
  at     = "enterprise_role_ext_id"
  held   = "acme/p-anna-hq/ea-anna-sales"
}
