idm_property_definition {
  needs       = ["Simulator"]
  id          = "UNIT_GLOBAL/a%2Fb/acme"
  identity    = { application_ext_id = null, client_ext_id = "acme", name = "a/b", scope = "UNIT_GLOBAL" }
  minimal     = { name = "a/b", scope = "UNIT_GLOBAL", type = "STRING" }
  post        = "/core/v1/properties"
  create      = { accessCreate = "READ_WRITE", accessModify = "READ_WRITE", clientExtId = "acme", encrypted = false, mandatoryOnGui = false, name = "a/b", propagated = false, scope = "UNIT_GLOBAL", type = "STRING", uniquenessScope = "NONE" }
  path        = "/core/v1/properties/110"
  unversioned = true
  theirs      = { description = "theirs" }
}
description {
  from    = "A"
  to      = "B"
  sent    = { description = "B" }
  filled  = { description = "A" }
  cleared = { description = "" }
}
display_name {
  from    = { de = "A", en = "A" }
  to      = { en = "B", it = "B" }
  sent    = { displayName = { DE = "", EN = "B", IT = "B" } }
  filled  = { displayName = { DE = "A", EN = "A" } }
  cleared = { displayName = { DE = "", EN = "" } }
  needs   = ["Clearing"]
}
string_max_len {
  from    = 5
  to      = 6
  sent    = { stringMaxLen = 6 }
  filled  = { stringMaxLen = 5 }
  cleared = { stringMaxLen = 0 }
}
string_regex {
  from    = "a+"
  to      = "b+"
  sent    = { stringRegex = "b+" }
  filled  = { stringRegex = "a+" }
  cleared = { stringRegex = "" }
}
encrypted {
  from    = true
  to      = false
  sent    = { encrypted = false }
  filled  = { encrypted = true }
  cleared = { encrypted = false }
}
propagated {
  from    = true
  to      = false
  sent    = { propagated = false }
  filled  = { propagated = true }
  cleared = { propagated = false }
}
mandatory_on_gui {
  from    = true
  to      = false
  sent    = { mandatoryOnGui = false }
  filled  = { mandatoryOnGui = true }
  cleared = { mandatoryOnGui = false }
}
access_create {
  from    = "OFF"
  to      = "READ_ONLY"
  sent    = { accessCreate = "READ_ONLY" }
  filled  = { accessCreate = "OFF" }
  cleared = { accessCreate = "READ_WRITE" }
}
access_modify {
  from    = "OFF"
  to      = "READ_ONLY"
  sent    = { accessModify = "READ_ONLY" }
  filled  = { accessModify = "OFF" }
  cleared = { accessModify = "READ_WRITE" }
}
uniqueness_scope {
  from    = "ABSOLUTE"
  to      = "RELATIVE_UNIT"
  sent    = { uniquenessScope = "RELATIVE_UNIT" }
  filled  = { uniquenessScope = "ABSOLUTE" }
  cleared = { uniquenessScope = "NONE" }
}
