# The resources of one element: the list of all, and what adds and removes one of two.

idm_client_application {
  owner   = "client_ext_id = \"globex\""
  element = "application_ext_id"
  first   = "hr"
  second  = "billing"
  one     = "/core/v1/clients/globex/applications/hr/"
  two     = "/core/v1/clients/globex/applications/billing/"
  list    = "*/applications*"
}
idm_enterprise_role_member {
  owner   = "enterprise_role_ext_id = \"er-finance\""
  element = "role_ext_id"
  first   = "hr-viewer"
  second  = "wiki-editor"
  one     = "/core/v1/acme/eroles/er-finance/roles/hr-viewer"
  two     = "/core/v1/acme/eroles/er-finance/roles/wiki-editor"
  list    = "*/eroles/er-finance/roles*"
}
