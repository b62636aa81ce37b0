idm_unit {
  needs    = ["ExtIDs"]
  id       = "@Client/@unit"
  identity = { client_ext_id = "@Client", ext_id = "@unit" }
  first    = { ext_id = "@first", profileless = false }
  minimal  = { ext_id = "@unit", profileless = false }
  post     = "/core/v1/@Client/units/"
  create   = { extId = "@unit", profileless = false }
  path     = "/core/v1/@Client/units/@unit"
  theirs   = { description = "theirs" }
}
description {
  from    = "A"
  to      = "B"
  sent    = { description = "B" }
  filled  = { description = "A" }
  cleared = { description = "" }
}
name {
  from   = "@A"
  to     = "@B"
  sent   = { name = "@B" }
  filled = { name = "@A" }
}
location {
  from    = "A"
  to      = "B"
  sent    = { location = "B" }
  filled  = { location = "A" }
  cleared = { location = "" }
}
display_name {
  from    = { de = "A", en = "A" }
  to      = { en = "B", it = "B" }
  sent    = { displayName = { DE = "", EN = "B", IT = "B" } }
  filled  = { displayName = { DE = "A", EN = "A" } }
  cleared = { displayName = { DE = "", EN = "" } }
  needs   = ["Clearing"]
}
abbreviation {
  from    = { fr = "A" }
  to      = { fr = "B" }
  sent    = { abbreviation = { FR = "B" } }
  filled  = { abbreviation = { FR = "A" } }
  cleared = { abbreviation = { FR = "" } }
}
modification_comment {
  from    = "A"
  to      = "B"
  sent    = { modificationComment = "B" }
  filled  = { modificationComment = "A" }
  cleared = { modificationComment = "" }
}
validity {
  from   = { from = "2026-01-01T00:00:00Z" }
  to     = { from = "2027-01-01T00:00:00Z" }
  sent   = { validity = { from = "2027-01-01T00:00:00Z" } }
  filled = { validity = { from = "2026-01-01T00:00:00Z" } }
  fixed  = true
}
profileless {
  from  = false
  to    = true
  sent  = { profileless = true }
  needs = ["ProfilelessUpdates"]
}
