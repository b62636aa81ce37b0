idm_authorization {
  needs    = ["Simulator", "AuthorizationExtIDs"]
  before   = ["POST /core/v1/acme/users/u-ben/profiles {\"extId\":\"@profile\"}"]
  id       = "acme/@profile/@grant"
  identity = { client_ext_id = "acme", ext_id = "@grant", profile_ext_id = "@profile" }
  minimal  = { ext_id = "@grant", profile_ext_id = "@profile", role_ext_id = "crm-reader" }
  post     = "/core/v1/acme/profiles/@profile/authorizations/"
  create   = { appGlobal = false, clientGlobal = false, enterpriseRoleGlobal = false, extId = "@grant", roleExtId = "crm-reader", unitGlobal = false }
  path     = "/core/v1/acme/profiles/@profile/authorizations/@grant"
  theirs   = { validity = { to = "2040-01-01T00:00:00Z" } }
}
validity {
  from   = { from = "2026-01-01T00:00:00Z", to = "2030-01-01T00:00:00Z" }
  to     = { from = "2026-01-01T01:00:00+01:00", to = "2031-01-01T00:00:00Z" }
  sent   = { validity = { to = "2031-01-01T00:00:00Z" } }
  filled = { validity = { from = "2026-01-01T00:00:00Z", to = "2030-01-01T00:00:00Z" } }
  fixed  = true
}
client_global {
  from    = true
  to      = false
  sent    = { clientGlobal = false }
  filled  = { clientGlobal = true }
  cleared = { clientGlobal = false }
}
unit_global {
  from    = true
  to      = false
  sent    = { unitGlobal = false }
  filled  = { unitGlobal = true }
  cleared = { unitGlobal = false }
}
app_global {
  from    = true
  to      = false
  sent    = { appGlobal = false }
  filled  = { appGlobal = true }
  cleared = { appGlobal = false }
}
enterprise_role_global {
  from    = true
  to      = false
  sent    = { enterpriseRoleGlobal = false }
  filled  = { enterpriseRoleGlobal = true }
  cleared = { enterpriseRoleGlobal = false }
}
