idm_client {
  needs       = ["Simulator"]
  quirks      = ["later-releases"]
  id          = "@cl"
  identity    = { ext_id = "@cl" }
  minimal     = { deletion_protection = false, ext_id = "@cl", name = "@A" }
  post        = "/core/v1/clients"
  create      = { extId = "@cl", name = "@A" }
  path        = "/core/v1/clients/@cl"
  unversioned = true
  imported    = { deletion_protection = true }
  theirs      = { remarks = "theirs" }
}
remarks {
  from    = "A"
  to      = "B"
  sent    = { remarks = "B" }
  filled  = { remarks = "A" }
  cleared = { remarks = "" }
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
