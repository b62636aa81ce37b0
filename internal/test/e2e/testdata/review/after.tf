variable "note" {
  type      = string
  sensitive = true
}

resource "idm_client_application" "billing" {
  application_ext_id = "billing"
}

resource "idm_unit" "sales" {
  ext_id             = "sales"
  parent_unit_ext_id = "acme-hq"
  name               = "Sales & Marketing"
  profileless        = false
}

resource "idm_unit" "region" {
  for_each           = toset(["north", "west"])
  ext_id             = "sales-${each.key}"
  parent_unit_ext_id = idm_unit.sales.ext_id
  name               = "Sales ${each.key}"
  profileless        = false
}

# Its external id is the provider's own, so the plan does not know it.
resource "idm_unit" "field" {
  parent_unit_ext_id = idm_unit.region["west"].ext_id
  name               = "Field team"
  profileless        = false
}

# A name that wants to be markup, to call somebody, and to turn the text around.
resource "idm_unit" "odd" {
  ext_id      = "odd"
  name        = "Odd | <b>name</b> `x` @acme \u202eevil"
  profileless = true
}

resource "idm_unit" "lab" {
  ext_id             = "lab"
  parent_unit_ext_id = idm_unit.sales.ext_id
  name               = "Lab"
  profileless        = false
}

removed {
  from = idm_unit.kept

  lifecycle {
    destroy = false
  }
}

resource "idm_unit_properties" "sales" {
  unit_ext_id          = idm_unit.sales.ext_id
  properties           = { costCenter = "4712", phone = "+41 44 000 00 00" }
  sensitive_properties = { secretNote = var.note }
}

resource "idm_profile" "ben" {
  ext_id      = "p-ben"
  user_ext_id = "u-ben"
  unit_ext_id = idm_unit.region["north"].ext_id
  name        = "Ben in sales"
}

resource "idm_authorization" "ben_crm" {
  profile_ext_id = idm_profile.ben.ext_id
  ext_id         = "a-ben-crm"
  role_ext_id    = "crm-reader"
  client_global  = true
}

resource "idm_authorization" "ben_billing" {
  profile_ext_id = idm_profile.ben.ext_id
  role_ext_id    = "billing-clerk"
  validity       = { from = "2027-01-01T00:00:00Z", to = "2027-12-31T00:00:00Z" }
}

resource "idm_enterprise_authorization" "ben" {
  profile_ext_id         = idm_profile.ben.ext_id
  enterprise_role_ext_id = "er-manager"
}

resource "idm_profile" "carla" {
  ext_id        = "p-carla"
  user_ext_id   = "u-carla"
  unit_ext_id   = idm_unit.field.ext_id
  name          = "Carla in the lab"
  profile_state = "disabled"
}

resource "idm_profile_authorizations" "carla" {
  profile_ext_id = idm_profile.carla.ext_id
  authorizations = {
    wiki-editor   = { client_global = true }
    billing-clerk = {}
  }
}

resource "idm_profile_enterprise_authorizations" "carla" {
  profile_ext_id            = idm_profile.carla.ext_id
  enterprise_authorizations = { er-finance = {} }
}

resource "idm_profile" "handed_over" {
  ext_id      = "p-duty"
  user_ext_id = "u-ben"
  name        = "On duty"
}

resource "idm_authorization" "duty" {
  profile_ext_id = idm_profile.handed_over.ext_id
  role_ext_id    = "crm-reader"

  lifecycle {
    replace_triggered_by = [idm_profile.handed_over.user_ext_id]
  }
}

resource "idm_profile" "asleep" {
  ext_id        = "p-asleep"
  user_ext_id   = "u-anna"
  name          = "On leave"
  profile_state = "active"
}

resource "idm_authorization" "asleep" {
  profile_ext_id = idm_profile.asleep.ext_id
  role_ext_id    = "billing-admin"
}

resource "idm_profile" "second" {
  user_ext_id = "u-anna"
  unit_ext_id = idm_unit.field.ext_id
  name        = "Second"
}

resource "idm_authorization" "second" {
  profile_ext_id = idm_profile.second.ext_id
  role_ext_id    = "crm-admin"
}

import {
  to = idm_profile.anna
  id = "acme/p-anna-hq"
}

resource "idm_profile" "anna" {
  ext_id      = "p-anna-hq"
  user_ext_id = "u-anna"
  unit_ext_id = "acme-hq"
  name        = "Headquarters"
}

import {
  to = idm_profile_authorizations.anna
  id = "acme/p-anna-hq"
}

resource "idm_profile_authorizations" "anna" {
  profile_ext_id = "p-anna-hq"
  authorizations = { crm-reader = { unit_global = true } }
}

data "idm_user" "ben" {
  ext_id = "u-ben"
}

data "idm_profile_roles" "ben" {
  profile_ext_id = "p-ben"
}
