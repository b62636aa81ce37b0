# Changes that replace an object, and are refused because another object has the new value.

idm_unit "ext_id" {
  config = { ext_id = "u", profileless = true, name = "N", parent_unit_ext_id = "acme-hq" }
  change = { ext_id = "acme-it" }
  want   = "The external ID is taken"
}
idm_user "ext_id" {
  config = { ext_id = "u" }
  change = { ext_id = "u-anna" }
  want   = "The external ID is taken"
}
idm_profile "ext_id" {
  config = { ext_id = "pr", user_ext_id = "u-ben" }
  change = { ext_id = "p-anna-hq" }
  want   = "The external ID is taken"
}
idm_application "ext_id" {
  config = { ext_id = "app", name = "X", displayed = true }
  change = { ext_id = "crm" }
  want   = "The external ID is taken"
}
idm_role "ext_id" {
  config = { ext_id = "r", application_ext_id = "wiki", name = "reader" }
  change = { ext_id = "crm-reader" }
  want   = "The external ID is taken"
}
idm_role "name" {
  config = { ext_id = "r", application_ext_id = "wiki", name = "reader" }
  change = { application_ext_id = "crm" }
  want   = "The name is taken"
}
idm_enterprise_role "ext_id" {
  config = { ext_id = "er", name = "X" }
  change = { ext_id = "er-sales" }
  want   = "The external ID is taken"
}
idm_policy "ext_id" {
  config = { ext_id = "po", policy_type = "TANPolicy" }
  change = { ext_id = "policy-password" }
  want   = "The external ID is taken"
}
idm_client "ext_id" {
  later = true
  quirks = ["later-releases"]
  config = { ext_id = "c", name = "X", deletion_protection = false }
  change = { ext_id = "globex" }
  want   = "The external ID is taken"
}
idm_authorization "role" {
  config = { profile_ext_id = "p-anna-hq", role_ext_id = "wiki-editor" }
  change = { role_ext_id = "crm-reader" }
  want   = "The role is taken"
}
idm_enterprise_authorization "enterprise role" {
  config = { profile_ext_id = "p-anna-hq", enterprise_role_ext_id = "er-finance" }
  change = { enterprise_role_ext_id = "er-sales" }
  want   = "The enterprise role is taken"
}
idm_property_definition "name" {
  config = { scope = "UNIT_GLOBAL", name = "shade", type = "STRING" }
  change = { name = "costCenter" }
  want   = "The object exists"
}
idm_password "user" {
  config = { user_ext_id = "u-dev-bot", ext_id = "pw", password_wo = "a-Secret-0123456789" }
  change = { user_ext_id = "u-anna" }
  want   = "The user already has this password"
}
idm_context_password "context" {
  config = { user_ext_id = "u-anna", ext_id = "cp", context = "free", password_wo = "a-Secret-0123456789" }
  change = { context = "portal" }
  want   = "The user already has this context password"
}
idm_context_password "ext_id" {
  config = { user_ext_id = "u-anna", ext_id = "cp", context = "free", password_wo = "a-Secret-0123456789" }
  change = { ext_id = "cred-anna-context" }
  want   = "The user already has this context password"
}
idm_profile_authorizations "profile" {
  unheld = true
  config = { profile_ext_id = "p", authorizations = { crm-reader = {} } }
  change = { profile_ext_id = "p-anna-hq" }
  want   = "Undeclared elements exist"
}
idm_profile_enterprise_authorizations "profile" {
  config = { profile_ext_id = "p", enterprise_authorizations = {} }
  change = { profile_ext_id = "p-anna-hq" }
  want   = "Undeclared elements exist"
}
idm_client_applications "client" {
  config = { client_ext_id = "globex", application_ext_ids = ["billing"] }
  change = { client_ext_id = "acme" }
  want   = "Undeclared elements exist"
}
idm_enterprise_role_members "enterprise role" {
  config = { enterprise_role_ext_id = "er-finance", role_ext_ids = ["billing-clerk"] }
  change = { enterprise_role_ext_id = "er-sales" }
  want   = "Undeclared elements exist"
}
