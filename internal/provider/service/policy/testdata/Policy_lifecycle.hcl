idm_policy {
  needs    = ["ExtIDs"]
  id       = "@Client/@po"
  identity = { client_ext_id = "@Client", ext_id = "@po" }
  minimal  = { ext_id = "@po", policy_type = "CertificatePolicy" }
  post     = "/core/v1/@Client/policies"
  create   = { defaultPolicy = false, extId = "@po", policyType = "CertificatePolicy" }
  path     = "/core/v1/@Client/policies/@po"
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
  from    = "A"
  to      = "B"
  sent    = { name = "B" }
  filled  = { name = "A" }
  cleared = { name = "" }
}
parameters {
  from    = { a = "1", b = "2" }
  to      = { b = "3", c = "4" }
  sent    = { parameters = { b = "3", c = "4" } }
  filled  = { parameters = { a = "1", b = "2" } }
  cleared = { parameters = {} }
}
