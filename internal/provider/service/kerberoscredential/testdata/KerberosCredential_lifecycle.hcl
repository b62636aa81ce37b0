idm_kerberos_credential {
  needs    = ["ExtIDs", "Simulator", "FirstReleases"]
  id       = "acme/u-dev-bot/@krb"
  identity = { client_ext_id = "acme", ext_id = "@krb", user_ext_id = "u-dev-bot" }
  minimal  = { ext_id = "@krb", kerberos_id = "bot@ACME", user_ext_id = "u-dev-bot" }
  post     = "/core/v1/acme/users/u-dev-bot/kerberos"
  create   = { extId = "@krb", kerberosId = "bot@ACME" }
  path     = "/core/v1/acme/users/u-dev-bot/kerberos/@krb"
  theirs   = { stateName = "INITIAL" }
}
state_name {
  from = "active"
  to   = "disabled"
  sent = { stateName = "disabled" }
}
