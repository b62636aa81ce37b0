idm_enterprise_role {
  needs    = ["ExtIDs"]
  id       = "@Client/@er"
  identity = { client_ext_id = "@Client", ext_id = "@er" }
  minimal  = { ext_id = "@er", name = "@A" }
  post     = "/core/v1/@Client/eroles"
  create   = { extId = "@er", name = "@A" }
  path     = "/core/v1/@Client/eroles/@er"
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
  from = "@A"
  to   = "@B"
  sent = { name = "@B" }
}
display_name {
  from    = { de = "A", en = "A" }
  to      = { en = "B", it = "B" }
  sent    = { displayName = { DE = "", EN = "B", IT = "B" } }
  filled  = { displayName = { DE = "A", EN = "A" } }
  cleared = { displayName = { DE = "", EN = "" } }
  needs   = ["Clearing"]
}
