variable "note" {
  type      = string
  sensitive = true
}

resource "idm_client_application" "billing" {
  application_ext_id = "billing"
}

resource "idm_client_application" "hr" {
  application_ext_id = "hr"
}

resource "idm_unit" "sales" {
  ext_id             = "sales"
  parent_unit_ext_id = "acme-hq"
  name               = "Sales"
  profileless        = false
}

resource "idm_unit" "region" {
  for_each           = toset(["north", "south"])
  ext_id             = "sales-${each.key}"
  parent_unit_ext_id = idm_unit.sales.ext_id
  name               = "Sales ${each.key}"
  profileless        = false
}

resource "idm_unit" "archive" {
  ext_id      = "archive"
  name        = "Archive"
  profileless = true
}

resource "idm_unit" "lab" {
  ext_id             = "lab"
  parent_unit_ext_id = "acme-it"
  name               = "Lab"
  profileless        = false
}

resource "idm_unit" "kept" {
  ext_id             = "kept"
  parent_unit_ext_id = "acme-it"
  name               = "Kept"
  profileless        = false
}

resource "idm_unit_properties" "sales" {
  unit_ext_id          = idm_unit.sales.ext_id
  properties           = { costCenter = "4711" }
  sensitive_properties = { secretNote = var.note }
}

resource "idm_profile" "ben" {
  ext_id      = "p-ben"
  user_ext_id = "u-ben"
  unit_ext_id = idm_unit.sales.ext_id
  name        = "Ben in sales"
}

resource "idm_authorization" "ben_crm" {
  profile_ext_id = idm_profile.ben.ext_id
  ext_id         = "a-ben-crm"
  role_ext_id    = "crm-reader"
}

resource "idm_authorization" "ben_hr" {
  profile_ext_id = idm_profile.ben.ext_id
  role_ext_id    = "hr-viewer"
}

resource "idm_enterprise_authorization" "ben" {
  profile_ext_id         = idm_profile.ben.ext_id
  enterprise_role_ext_id = "er-sales"
}

resource "idm_profile" "carla" {
  ext_id      = "p-carla"
  user_ext_id = "u-carla"
  unit_ext_id = idm_unit.lab.ext_id
  name        = "Carla in the lab"
}

resource "idm_profile_authorizations" "carla" {
  profile_ext_id = idm_profile.carla.ext_id
  authorizations = {
    wiki-editor = {}
    crm-admin   = { unit_global = true }
  }
}

resource "idm_profile_enterprise_authorizations" "carla" {
  profile_ext_id            = idm_profile.carla.ext_id
  enterprise_authorizations = { er-finance = {} }
}

resource "idm_profile" "bot" {
  ext_id      = "p-bot"
  user_ext_id = "u-dev-bot"
  name        = "Robot"
}

resource "idm_authorization" "bot" {
  profile_ext_id = idm_profile.bot.ext_id
  role_ext_id    = "wiki-editor"
}

resource "idm_profile" "handed_over" {
  ext_id      = "p-duty"
  user_ext_id = "u-dev-bot"
  name        = "On duty"
}

resource "idm_authorization" "duty" {
  profile_ext_id = idm_profile.handed_over.ext_id
  role_ext_id    = "crm-reader"
}

resource "idm_profile" "asleep" {
  ext_id        = "p-asleep"
  user_ext_id   = "u-anna"
  name          = "On leave"
  profile_state = "disabled"
}

resource "idm_authorization" "asleep" {
  profile_ext_id = idm_profile.asleep.ext_id
  role_ext_id    = "billing-admin"
}
