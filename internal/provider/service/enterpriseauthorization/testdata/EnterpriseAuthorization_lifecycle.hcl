idm_enterprise_authorization {
  needs    = ["ExtIDs"]
  before   = ["POST /core/v1/@Client/users/@User/profiles {\"extId\":\"@profile\"}"]
  id       = "@Client/@profile/@grant"
  identity = { client_ext_id = "@Client", ext_id = "@grant", profile_ext_id = "@profile" }
  minimal  = { ext_id = "@grant", profile_ext_id = "@profile", enterprise_role_ext_id = "@EnterpriseRole" }
  post     = "/core/v1/@Client/profiles/@profile/eauthorizations/"
  create   = { extId = "@grant", enterpriseRoleExtId = "@EnterpriseRole" }
  path     = "/core/v1/@Client/profiles/@profile/eauthorizations/@grant"
  theirs   = { validity = { to = "2040-01-01T00:00:00Z" } }
}
validity {
  from   = { from = "2026-01-01T00:00:00Z", to = "2030-01-01T00:00:00Z" }
  to     = { from = "2026-01-01T01:00:00+01:00", to = "2031-01-01T00:00:00Z" }
  sent   = { validity = { to = "2031-01-01T00:00:00Z" } }
  filled = { validity = { from = "2026-01-01T00:00:00Z", to = "2030-01-01T00:00:00Z" } }
  fixed  = true
}
