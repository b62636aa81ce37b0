idm_role {
  needs    = ["Simulator", "ExtIDs"]
  id       = "@role"
  identity = { ext_id = "@role" }
  minimal  = { application_ext_id = "crm", ext_id = "@role", name = "@A" }
  post     = "/core/v1/applications/crm/roles"
  create   = { extId = "@role", name = "@A" }
  path     = "/core/v1/roles/@role"
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
