# Grants that change in the plan that replaces their profile.

idm_authorization {
  single = true
  config = { profile_ext_id = "p", ext_id = "a", role_ext_id = "crm-admin" }
  change = { client_global = true }
}
idm_enterprise_authorization {
  single = true
  config = { profile_ext_id = "p", ext_id = "e", enterprise_role_ext_id = "er-sales" }
  change = { validity = { from = "2026-01-01T00:00:00Z" } }
}
idm_profile_authorizations {
  config = { profile_ext_id = "p", authorizations = { crm-admin = {}, wiki-editor = {} } }
  change = { authorizations = { crm-admin = { client_global = true }, wiki-editor = {} } }
}
idm_profile_enterprise_authorizations {
  config = { profile_ext_id = "p", enterprise_authorizations = { er-sales = {} } }
  change = { enterprise_authorizations = { er-sales = { validity = { from = "2026-01-01T00:00:00Z" } } } }
}
