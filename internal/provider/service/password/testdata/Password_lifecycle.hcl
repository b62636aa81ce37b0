idm_password {
  needs    = ["ExtIDs", "Simulator", "FirstReleases"]
  id       = "acme/u-dev-bot"
  identity = { client_ext_id = "acme", user_ext_id = "u-dev-bot" }
  minimal  = { ext_id = "@pw", password_wo = "first-secret-0123456789-abcdefghijklmn", user_ext_id = "u-dev-bot" }
  post     = "/core/v1/acme/users/u-dev-bot/password"
  create   = { extId = "@pw", password = "first-secret-0123456789-abcdefghijklmn" }
  path     = "/core/v1/acme/users/u-dev-bot/password"
  theirs   = { stateName = "INITIAL" }
}
state_name {
  from = "active"
  to   = "disabled"
  sent = { stateName = "disabled" }
}
