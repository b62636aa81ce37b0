idm_context_password {
  needs    = ["ExtIDs", "Simulator", "FirstReleases"]
  id       = "acme/u-dev-bot/@cp"
  identity = { client_ext_id = "acme", ext_id = "@cp", user_ext_id = "u-dev-bot" }
  minimal  = { context = "portal", ext_id = "@cp", password_wo = "first-secret-0123456789-abcdefghijklmn", user_ext_id = "u-dev-bot" }
  post     = "/core/v1/acme/users/u-dev-bot/context-passwords"
  create   = { context = "portal", extId = "@cp", password = "first-secret-0123456789-abcdefghijklmn" }
  path     = "/core/v1/acme/users/u-dev-bot/context-passwords/@cp"
  theirs   = { stateName = "INITIAL" }
}
state_name {
  from = "active"
  to   = "disabled"
  sent = { stateName = "disabled" }
}
