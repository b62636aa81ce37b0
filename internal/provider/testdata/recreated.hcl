# Objects that another writer deletes, and creates again with other values. "change" is a planned
# update; none where the version protects the object.

idm_authorization {
  config = { ext_id = "a", profile_ext_id = "p", role_ext_id = "crm-reader" }
  other  = { role_ext_id = "crm-admin" }
  change = { unit_global = true }
}
idm_enterprise_authorization {
  config = { ext_id = "e", profile_ext_id = "p", enterprise_role_ext_id = "er-finance", validity = { to = "2040-01-01T00:00:00Z" } }
  other  = { enterprise_role_ext_id = "er-sales" }
  change = { validity = { to = "2041-01-01T00:00:00Z" } }
}
idm_profile "values" {
  config = { ext_id = "pr", user_ext_id = "u-ben", unit_ext_id = "acme-it" }
  other  = { user_ext_id = "u-anna" }
  change = { name = "N" }
}
idm_profile "move" {
  config = { ext_id = "pr", user_ext_id = "u-ben", unit_ext_id = "acme-it" }
  other  = { user_ext_id = "u-anna" }
  change = { unit_ext_id = "acme-hq" }
}
idm_role {
  config = { ext_id = "r", application_ext_id = "wiki", name = "R" }
  other  = { application_ext_id = "crm" }
  change = { description = "D" }
}
idm_policy {
  config = { ext_id = "po", policy_type = "TANPolicy" }
  other  = { policy_type = "SAMLFederationPolicy" }
  change = { description = "D" }
}
idm_property_definition {
  config = { scope = "UNIT_GLOBAL", name = "d", type = "STRING" }
  other  = { type = "ENUM", allowed_values = ["x"] }
  change = { propagated = true }
}
idm_context_password {
  config = { user_ext_id = "u-ben", ext_id = "cp", context = "portal", password_wo = "a-Secret-0123456789" }
  other  = { context = "shop" }
}
idm_kerberos_credential {
  config = { user_ext_id = "u-ben", ext_id = "k", kerberos_id = "ben@EXAMPLE.ORG" }
  other  = { kerberos_id = "eve@EXAMPLE.ORG" }
}
idm_generic_credential {
  config = { user_ext_id = "u-ben", ext_id = "g", identification = "one" }
  other  = { identification = "two" }
}
