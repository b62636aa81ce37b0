idm_generic_credential {
  needs    = ["ExtIDs", "Simulator", "FirstReleases"]
  id       = "acme/u-dev-bot/@badge"
  identity = { client_ext_id = "acme", ext_id = "@badge", user_ext_id = "u-dev-bot" }
  minimal  = { ext_id = "@badge", identification = "4711", user_ext_id = "u-dev-bot", validity = { to = "2090-01-01T00:00:00Z" } }
  post     = "/core/v1/acme/users/u-dev-bot/generic-credentials"
  create   = { extId = "@badge", identification = "4711", validity = { to = "2090-01-01T00:00:00Z" } }
  path     = "/core/v1/acme/users/u-dev-bot/generic-credentials/@badge"
  theirs   = { stateName = "INITIAL" }
}
state_name {
  from = "active"
  to   = "disabled"
  sent = { stateName = "disabled" }
}
