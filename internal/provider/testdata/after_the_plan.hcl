# Changes that replace an object, and the request that changes the service between the plan and the
# apply. "want" is in the error; the apply goes on without it. An object of a "distinctive" type can be told
# from another one with its external ID.

idm_user "ext_id" {
  distinctive = true
  config  = { ext_id = "u", login_id = "free" }
  change  = { ext_id = "u2" }
  happens = "POST users {\"extId\":\"u2\"}"
  want    = "The user \"u2\" exists."
}
idm_user "technical, without a login ID" {
  distinctive = true
  config = { ext_id = "u" }
  change = { is_technical_user = true }
}
idm_user "technical" {
  distinctive = true
  config = { ext_id = "u", login_id = "free" }
  change = { is_technical_user = true }
}
idm_role "ext_id" {
  distinctive = true
  config  = { ext_id = "r", application_ext_id = "wiki", name = "R" }
  change  = { ext_id = "r2" }
  happens = "POST /core/v1/applications/hr/roles {\"extId\":\"r2\",\"name\":\"R\"}"
  want    = "The role \"r2\" exists."
}
idm_role "name" {
  distinctive = true
  config  = { ext_id = "r", application_ext_id = "wiki", name = "R" }
  change  = { application_ext_id = "hr" }
  happens = "POST /core/v1/applications/hr/roles {\"extId\":\"r2\",\"name\":\"R\"}"
  want    = "The role \"r2\" has name = \"R\"."
}
idm_role "application" {
  distinctive = true
  config = { ext_id = "r", application_ext_id = "wiki", name = "R" }
  change = { application_ext_id = "new-app" }
  happens = "DELETE /core/v1/applications/new-app"
  want   = "The application \"new-app\" (application_ext_id) no longer exists."
}
idm_application "ext_id" {
  config  = { ext_id = "app", name = "X", displayed = true }
  change  = { ext_id = "app2" }
  happens = "POST /core/v1/applications {\"extId\":\"app2\",\"name\":\"Y\",\"displayed\":true}"
  want    = "The application \"app2\" exists."
}
idm_enterprise_role "ext_id" {
  config  = { ext_id = "er", name = "X" }
  change  = { ext_id = "er2" }
  happens = "POST eroles {\"extId\":\"er2\",\"name\":\"Y\"}"
  want    = "The enterprise role \"er2\" exists."
}
idm_policy "ext_id" {
  distinctive = true
  config  = { ext_id = "po", policy_type = "TANPolicy" }
  change  = { ext_id = "po2" }
  happens = "POST policies {\"extId\":\"po2\",\"policyType\":\"TANPolicy\"}"
  want    = "The policy \"po2\" exists."
}
idm_unit "ext_id" {
  config  = { ext_id = "below", name = "Below", parent_unit_ext_id = "acme-hq", profileless = false }
  change  = { ext_id = "below2" }
  happens = "POST units/ {\"extId\":\"below2\",\"profileless\":false}"
  want    = "The unit \"below2\" exists."
}
idm_profile "ext_id" {
  distinctive = true
  config  = { ext_id = "pr", user_ext_id = "u-ben", unit_ext_id = "acme-it" }
  change  = { ext_id = "pr2" }
  happens = "POST users/u-anna/profiles {\"extId\":\"pr2\"}"
  want    = "The profile \"pr2\" exists."
}
idm_profile "user" {
  distinctive = true
  config = { ext_id = "pr", user_ext_id = "u-ben", unit_ext_id = "acme-it" }
  change = { user_ext_id = "u-new" }
  happens = "DELETE /core/v1/acme/users/u-new"
  want   = "The user \"u-new\" (user_ext_id) no longer exists."
}
idm_authorization "role that the profile has" {
  distinctive = true
  config  = { ext_id = "a", profile_ext_id = "p", role_ext_id = "crm-admin" }
  change  = { role_ext_id = "hr-viewer" }
  happens = "POST profiles/p/authorizations/ {\"roleExtId\":\"hr-viewer\"}"
  want    = "has role_ext_id = \"hr-viewer\"."
}
idm_authorization "role" {
  distinctive = true
  config = { ext_id = "a", profile_ext_id = "p", role_ext_id = "crm-admin" }
  change = { role_ext_id = "new-role" }
  happens = "DELETE /core/v1/roles/new-role"
  want   = "The role \"new-role\" (role_ext_id) no longer exists."
}
idm_authorization "profile" {
  distinctive = true
  config = { ext_id = "a", profile_ext_id = "p", role_ext_id = "crm-admin" }
  change = { profile_ext_id = "p-new" }
  happens = "DELETE /core/v1/acme/profiles/p-new"
  want   = "The profile \"p-new\" (profile_ext_id) no longer exists."
}
idm_enterprise_authorization "enterprise role" {
  distinctive = true
  config = { ext_id = "e", profile_ext_id = "p", enterprise_role_ext_id = "er-finance" }
  change = { enterprise_role_ext_id = "new-er" }
  happens = "DELETE /core/v1/acme/eroles/new-er"
  want   = "The enterprise role \"new-er\" (enterprise_role_ext_id) no longer exists."
}
idm_enterprise_role_member "role" {
  config = { enterprise_role_ext_id = "er-sales", role_ext_id = "crm-admin" }
  change = { role_ext_id = "new-role" }
  happens = "DELETE /core/v1/roles/new-role"
  want   = "The role \"new-role\" (role_ext_id) no longer exists."
}
idm_enterprise_role_members "enterprise role" {
  config = { enterprise_role_ext_id = "er-finance", role_ext_ids = ["billing-clerk"] }
  change = { enterprise_role_ext_id = "new-er" }
  happens = "DELETE /core/v1/acme/eroles/new-er"
  want   = "no longer exists."
}
idm_profile_authorizations "profile" {
  config = { profile_ext_id = "p", authorizations = { crm-admin = {} } }
  change = { profile_ext_id = "p-new" }
  happens = "DELETE /core/v1/acme/profiles/p-new"
  want   = "no longer exists."
}
idm_device_password "ext_id" {
  config  = { user_ext_id = "u-ben", ext_id = "dp", password_wo = "device-secret-0123456789-abcdefghijklmn" }
  change  = { ext_id = "dp2" }
  happens = "POST users/u-ben/device-password {\"extId\":\"dp2\",\"password\":\"device-secret-0123456789-abcdefghijklmn2\"}"
  want    = "The device password \"dp2\" exists."
}
idm_user_properties "user" {
  config = { user_ext_id = "u-ben", properties = { employeeNumber = "1" } }
  change = { user_ext_id = "u-new" }
  happens = "DELETE /core/v1/acme/users/u-new"
  want   = "no longer exists."
}
idm_context_password "user" {
  distinctive = true
  config = { user_ext_id = "u-ben", ext_id = "cp", context = "portal", password_wo = "a-Secret-0123456789" }
  change = { user_ext_id = "u-new" }
  happens = "DELETE /core/v1/acme/users/u-new"
  want   = "no longer exists."
}
idm_client_application "application" {
  config = { application_ext_id = "billing" }
  change = { application_ext_id = "new-app" }
  happens = "DELETE /core/v1/applications/new-app"
  want   = "no longer exists."
}
