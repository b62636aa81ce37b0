idm_device_password {
  needs    = ["ExtIDs", "Simulator", "FirstReleases"]
  id       = "acme/u-dev-bot/@dp"
  identity = { client_ext_id = "acme", ext_id = "@dp", user_ext_id = "u-dev-bot" }
  minimal  = { ext_id = "@dp", password_wo = "first-secret-0123456789-abcdefghijklmn", user_ext_id = "u-dev-bot" }
  post     = "/core/v1/acme/users/u-dev-bot/device-password"
  create   = { extId = "@dp", password = "first-secret-0123456789-abcdefghijklmn" }
  path     = "/core/v1/acme/users/u-dev-bot/device-password/@dp"
  theirs   = { stateName = "INITIAL" }
}
state_name {
  from = "active"
  to   = "disabled"
  sent = { stateName = "disabled" }
}
