# Objects of the demo tenant by their import IDs, which a plan keeps, changes, replaces or destroys, and
# new ones, whose references a CLI plans "after" new objects of other types.

idm_enterprise_role "acme/er-finance" {
  tainted = true
}
idm_profile {
  config = { ext_id = "below", user_ext_id = "somebody", unit_ext_id = "u" }
  after  = ["idm_user", "idm_unit"]
}
idm_authorization {
  config = { profile_ext_id = "another", role_ext_id = "r" }
  after  = ["idm_profile", "idm_role"]
}
idm_unit "acme/acme-it" {
  change = { ext_id = "moved" }
}
idm_user "acme/u-dev-bot" {
  change = { remarks = "x" }
}
idm_user "acme/u-carla" {
  change = { is_technical_user = true }
}
idm_profile "acme/p-anna-hq" {
  destroyed = true
}
idm_enterprise_role "acme/er-sales" {
  change = { ext_id = "er-sold" }
}
idm_authorization "acme/p-anna-hq/a-anna-crm" {
  change = { client_global = true }
}
idm_application "wiki" {
  change = { name = "Wiki 2" }
}
idm_enterprise_role_member "acme/er-manager/crm-admin" {
  destroyed = true
}
idm_enterprise_role_members "acme/er-manager" {
}
idm_client_application "acme/wiki" {
  destroyed = true
}
idm_client_application {
  config = { client_ext_id = "acme", application_ext_id = "wiki" }
}
idm_unit {
  config = { ext_id = "o9", name = "O1", profileless = false, parent_unit_ext_id = "acme-hq" }
}
