idm_application {
  needs    = ["ExtIDs"]
  id       = "@app%2F1"
  identity = { ext_id = "@app/1" }
  minimal  = { displayed = false, ext_id = "@app/1", name = "@A" }
  post     = "/core/v1/applications"
  create   = { displayed = false, extId = "@app/1", name = "@A" }
  path     = "/core/v1/applications/@app%2F1"
  theirs   = { description = "theirs" }
}
description {
  from    = "A"
  to      = "B"
  sent    = { description = "B" }
  filled  = { description = "A" }
  cleared = { description = "" }
}
url {
  from    = "https://a.example"
  to      = "https://b.example"
  sent    = { url = "https://b.example" }
  filled  = { url = "https://a.example" }
  cleared = { url = "" }
}
name {
  from = "@A"
  to   = "@B"
  sent = { name = "@B" }
}
displayed {
  from = false
  to   = true
  sent = { displayed = true }
}
display_name {
  from    = { de = "A", en = "A" }
  to      = { en = "B", it = "B" }
  sent    = { displayName = { DE = "", EN = "B", IT = "B" } }
  filled  = { displayName = { DE = "A", EN = "A" } }
  cleared = { displayName = { DE = "", EN = "" } }
  needs   = ["Clearing"]
}
