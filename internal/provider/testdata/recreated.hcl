# Objects of the users in the demo tenant, which another writer deletes at a path, and creates again with other
# values, which the service then holds. "change" is a planned update; none where the version protects the
# object. A "bound" object is compared in the first update, too.

idm_authorization {
  config = { ext_id = "a", profile_ext_id = "p", role_ext_id = "crm-reader" }
  change = { unit_global = true }
  path   = "profiles/p/authorizations/a"
  again  = "POST profiles/p/authorizations/ {\"extId\":\"a\",\"roleExtId\":\"crm-admin\"}"
  holds  = "{\"roleExtId\":\"crm-admin\",\"unitGlobal\":false}"
  bound  = true
}
idm_enterprise_authorization {
  config = { ext_id = "e", profile_ext_id = "p", enterprise_role_ext_id = "er-finance", validity = { to = "2040-01-01T00:00:00Z" } }
  change = { validity = { to = "2041-01-01T00:00:00Z" } }
  path   = "profiles/p/eauthorizations/e"
  again  = "POST profiles/p/eauthorizations/ {\"extId\":\"e\",\"enterpriseRoleExtId\":\"er-sales\",\"validity\":{\"to\":\"2040-01-01T00:00:00Z\"}}"
  holds  = "{\"enterpriseRoleExtId\":\"er-sales\"}"
  bound  = true
}
idm_profile "values" {
  config = { ext_id = "pr", user_ext_id = "u-ben", unit_ext_id = "acme-it" }
  change = { name = "N" }
  path   = "profiles/pr"
  again  = "POST users/u-anna/profiles {\"extId\":\"pr\",\"unitExtId\":\"acme-it\"}"
  holds  = "{\"userExtId\":\"u-anna\",\"unitExtId\":\"acme-it\"}"
  bound  = true
}
idm_profile "move" {
  config = { ext_id = "pr", user_ext_id = "u-ben", unit_ext_id = "acme-it" }
  change = { unit_ext_id = "acme-hq" }
  path   = "profiles/pr"
  again  = "POST users/u-anna/profiles {\"extId\":\"pr\",\"unitExtId\":\"acme-it\"}"
  holds  = "{\"userExtId\":\"u-anna\",\"unitExtId\":\"acme-it\"}"
  bound  = true
}
idm_role {
  config = { ext_id = "r", application_ext_id = "wiki", name = "R" }
  change = { description = "D" }
  path   = "/core/v1/roles/r"
  again  = "POST /core/v1/applications/crm/roles {\"extId\":\"r\",\"name\":\"R\"}"
  holds  = "{\"applicationExtId\":\"crm\",\"description\":null}"
  bound  = true
}
idm_policy {
  config = { ext_id = "po", policy_type = "TANPolicy" }
  change = { description = "D" }
  path   = "policies/po"
  again  = "POST policies {\"extId\":\"po\",\"policyType\":\"SAMLFederationPolicy\"}"
  holds  = "{\"policyType\":\"SAMLFederationPolicy\",\"description\":null}"
}
idm_property_definition {
  config = { scope = "UNIT_GLOBAL", name = "d", type = "STRING" }
  change = { propagated = true }
  path   = "/core/v1/properties/110"
  again  = "POST /core/v1/properties {\"clientExtId\":\"acme\",\"name\":\"d\",\"type\":\"ENUM\",\"allowedValues\":[{\"value\":\"x\"}],\"scope\":\"UNIT_GLOBAL\"}"
}
idm_context_password {
  config = { user_ext_id = "u-ben", ext_id = "cp", context = "portal", password_wo = "a-Secret-0123456789" }
  path   = "users/u-ben/context-passwords/cp"
  again  = "POST users/u-ben/context-passwords {\"extId\":\"cp\",\"context\":\"shop\",\"password\":\"a-Secret-0123456789\"}"
  holds  = "{\"context\":\"shop\"}"
}
idm_kerberos_credential {
  config = { user_ext_id = "u-ben", ext_id = "k", kerberos_id = "ben@EXAMPLE.ORG" }
  path   = "users/u-ben/kerberos/k"
  again  = "POST users/u-ben/kerberos {\"extId\":\"k\",\"kerberosId\":\"eve@EXAMPLE.ORG\"}"
  holds  = "{\"kerberosId\":\"eve@EXAMPLE.ORG\"}"
}
idm_generic_credential {
  config = { user_ext_id = "u-ben", ext_id = "g", identification = "one" }
  path   = "users/u-ben/generic-credentials/g"
  again  = "POST users/u-ben/generic-credentials {\"extId\":\"g\",\"identification\":\"two\"}"
  holds  = "{\"identification\":\"two\"}"
}
