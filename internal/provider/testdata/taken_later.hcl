# Values that another object has, which is found in the apply: "key" is its import ID.

idm_unit "acme/acme-it" {
  config = { ext_id = "u", parent_unit_ext_id = "acme-hq", profileless = true }
  free   = { name = "Free" }
  taken  = { name = "IT" }
  key    = "acme/acme-it"
}
idm_unit "acme/acme-hq" {
  config = { ext_id = "root", profileless = true }
  free   = { name = "Free" }
  taken  = { name = "Headquarters" }
  key    = "acme/acme-hq"
}
idm_application "crm" {
  config = { ext_id = "app", displayed = true }
  free   = { name = "Free" }
  taken  = { name = "CRM" }
  key    = "crm"
}
idm_role "crm-reader" {
  config = { ext_id = "r", application_ext_id = "crm" }
  free   = { name = "Free" }
  taken  = { name = "reader" }
  key    = "crm-reader"
}
idm_enterprise_role "acme/er-sales" {
  config = { ext_id = "er" }
  free   = { name = "Free" }
  taken  = { name = "Sales" }
  key    = "acme/er-sales"
}
idm_client "globex" {
  config = { ext_id = "c", deletion_protection = false }
  free   = { name = "Free" }
  taken  = { name = "Globex" }
  key    = "globex"
}
idm_user "acme/u-anna" {
  config = { ext_id = "somebody" }
  free   = { login_id = "Free" }
  taken  = { login_id = "anna" }
  key    = "acme/u-anna"
}
