# Changes that replace an object, and what happens in the service between the plan and the apply:
# "another" is an object that is created, "gone" the path of one that is deleted. "want" is in the
# error; the apply goes on without it.

idm_user "ext_id" {
  config  = { ext_id = "u", login_id = "free" }
  change  = { ext_id = "u2" }
  another = { ext_id = "u2" }
  want    = "The user \"u2\" exists."
}
idm_user "technical, without a login ID" {
  config = { ext_id = "u" }
  change = { is_technical_user = true }
}
idm_user "technical" {
  config = { ext_id = "u", login_id = "free" }
  change = { is_technical_user = true }
}
idm_role "ext_id" {
  config  = { ext_id = "r", application_ext_id = "wiki", name = "R" }
  change  = { ext_id = "r2" }
  another = { ext_id = "r2", application_ext_id = "hr", name = "R" }
  want    = "The role \"r2\" exists."
}
idm_role "name" {
  config  = { ext_id = "r", application_ext_id = "wiki", name = "R" }
  change  = { application_ext_id = "hr" }
  another = { ext_id = "r2", application_ext_id = "hr", name = "R" }
  want    = "The role \"r2\" has name = \"R\"."
}
idm_role "application" {
  config = { ext_id = "r", application_ext_id = "wiki", name = "R" }
  change = { application_ext_id = "new-app" }
  gone   = "/applications/new-app"
  want   = "The application \"new-app\" (application_ext_id) no longer exists."
}
idm_application "ext_id" {
  config  = { ext_id = "app", name = "X", displayed = true }
  change  = { ext_id = "app2" }
  another = { ext_id = "app2", name = "Y", displayed = true }
  want    = "The application \"app2\" exists."
}
idm_enterprise_role "ext_id" {
  config  = { ext_id = "er", name = "X" }
  change  = { ext_id = "er2" }
  another = { ext_id = "er2", name = "Y" }
  want    = "The enterprise role \"er2\" exists."
}
idm_policy "ext_id" {
  config  = { ext_id = "po", policy_type = "TANPolicy" }
  change  = { ext_id = "po2" }
  another = { ext_id = "po2", policy_type = "TANPolicy" }
  want    = "The policy \"po2\" exists."
}
idm_unit "ext_id" {
  config  = { ext_id = "below", name = "Below", parent_unit_ext_id = "acme-hq", profileless = false }
  change  = { ext_id = "below2" }
  another = { ext_id = "below2", profileless = false }
  want    = "The unit \"below2\" exists."
}
idm_profile "ext_id" {
  config  = { ext_id = "pr", user_ext_id = "u-ben", unit_ext_id = "acme-it" }
  change  = { ext_id = "pr2" }
  another = { ext_id = "pr2", user_ext_id = "u-anna" }
  want    = "The profile \"pr2\" exists."
}
idm_profile "user" {
  config = { ext_id = "pr", user_ext_id = "u-ben", unit_ext_id = "acme-it" }
  change = { user_ext_id = "u-new" }
  gone   = "/acme/users/u-new"
  want   = "The user \"u-new\" (user_ext_id) no longer exists."
}
idm_authorization "role that the profile has" {
  config  = { ext_id = "a", profile_ext_id = "p", role_ext_id = "crm-admin" }
  change  = { role_ext_id = "hr-viewer" }
  another = { profile_ext_id = "p", role_ext_id = "hr-viewer" }
  want    = "has role_ext_id = \"hr-viewer\"."
}
idm_authorization "role" {
  config = { ext_id = "a", profile_ext_id = "p", role_ext_id = "crm-admin" }
  change = { role_ext_id = "new-role" }
  gone   = "/roles/new-role"
  want   = "The role \"new-role\" (role_ext_id) no longer exists."
}
idm_authorization "profile" {
  config = { ext_id = "a", profile_ext_id = "p", role_ext_id = "crm-admin" }
  change = { profile_ext_id = "p-new" }
  gone   = "/acme/profiles/p-new"
  want   = "The profile \"p-new\" (profile_ext_id) no longer exists."
}
idm_enterprise_authorization "enterprise role" {
  config = { ext_id = "e", profile_ext_id = "p", enterprise_role_ext_id = "er-finance" }
  change = { enterprise_role_ext_id = "new-er" }
  gone   = "/acme/eroles/new-er"
  want   = "The enterprise role \"new-er\" (enterprise_role_ext_id) no longer exists."
}
idm_enterprise_role_member "role" {
  config = { enterprise_role_ext_id = "er-sales", role_ext_id = "crm-admin" }
  change = { role_ext_id = "new-role" }
  gone   = "/roles/new-role"
  want   = "The role \"new-role\" (role_ext_id) no longer exists."
}
idm_enterprise_role_members "enterprise role" {
  config = { enterprise_role_ext_id = "er-finance", role_ext_ids = ["billing-clerk"] }
  change = { enterprise_role_ext_id = "new-er" }
  gone   = "/acme/eroles/new-er"
  want   = "no longer exists."
}
idm_profile_authorizations "profile" {
  config = { profile_ext_id = "p", authorizations = { crm-admin = {} } }
  change = { profile_ext_id = "p-new" }
  gone   = "/acme/profiles/p-new"
  want   = "no longer exists."
}
idm_device_password "ext_id" {
  config  = { user_ext_id = "u-ben", ext_id = "dp", password_wo = "device-secret-0123456789-abcdefghijklmn" }
  change  = { ext_id = "dp2" }
  another = { user_ext_id = "u-ben", ext_id = "dp2", password_wo = "device-secret-0123456789-abcdefghijklmn2" }
  want    = "The device password \"dp2\" exists."
}
idm_user_properties "user" {
  config = { user_ext_id = "u-ben", properties = { employeeNumber = "1" } }
  change = { user_ext_id = "u-new" }
  gone   = "/acme/users/u-new"
  want   = "no longer exists."
}
idm_context_password "user" {
  config = { user_ext_id = "u-ben", ext_id = "cp", context = "portal", password_wo = "a-Secret-0123456789" }
  change = { user_ext_id = "u-new" }
  gone   = "/acme/users/u-new"
  want   = "no longer exists."
}
idm_client_application "application" {
  config = { application_ext_id = "billing" }
  change = { application_ext_id = "new-app" }
  gone   = "/applications/new-app"
  want   = "no longer exists."
}
