idm_profile {
  needs    = ["ExtIDs"]
  id       = "@Client/@profile"
  identity = { client_ext_id = "@Client", ext_id = "@profile" }
  minimal  = { ext_id = "@profile", user_ext_id = "@User" }
  post     = "/core/v1/@Client/users/@User/profiles"
  create   = { extId = "@profile" }
  path     = "/core/v1/@Client/profiles/@profile"
  theirs   = { name = "theirs" }
}
name {
  from    = "A"
  to      = "B"
  sent    = { name = "B" }
  filled  = { name = "A" }
  cleared = { name = "" }
}
remarks {
  from    = "A"
  to      = "B"
  sent    = { remarks = "B" }
  filled  = { remarks = "A" }
  cleared = { remarks = "" }
}
modification_comment {
  from    = "A"
  to      = "B"
  sent    = { modificationComment = "B" }
  filled  = { modificationComment = "A" }
  cleared = { modificationComment = "" }
}
profile_state {
  from   = "disabled"
  to     = "active"
  sent   = { profileState = "active" }
  filled = { profileState = "disabled" }
}
is_default_profile {
  from = false
  to   = true
  sent = { isDefaultProfile = true }
}
validity {
  from   = { to = "2030-01-01T00:00:00Z" }
  to     = { to = "2031-01-01T00:00:00Z" }
  sent   = { validity = { to = "2031-01-01T00:00:00Z" } }
  filled = { validity = { to = "2030-01-01T00:00:00Z" } }
  fixed  = true
}
