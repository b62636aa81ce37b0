# Objects that existed before. Remove the import blocks after the apply; `idmctl export` writes such files for a whole tenant.
import {
  to = idm_unit.hq
  id = "acme/acme-hq"
}

resource "idm_unit" "hq" {
  ext_id      = "acme-hq"
  name        = "Headquarters"
  location    = "Bern"
  profileless = false

  display_name = {
    en = "Headquarters"
    de = "Hauptsitz"
  }
}

import {
  to = idm_unit.it
  id = "acme/acme-it"
}

resource "idm_unit" "it" {
  ext_id             = "acme-it"
  parent_unit_ext_id = idm_unit.hq.ext_id
  name               = "IT"
  description        = "Information technology"
  profileless        = false
}

import {
  to = idm_profile.anna
  id = "acme/p-anna-hq"
}

resource "idm_profile" "anna" {
  ext_id      = "p-anna-hq"
  user_ext_id = "u-anna"
  unit_ext_id = idm_unit.hq.ext_id
  name        = "Headquarters"
}

import {
  to = idm_profile_authorizations.anna
  id = "acme/p-anna-hq"
}

resource "idm_profile_authorizations" "anna" {
  profile_ext_id = idm_profile.anna.ext_id

  authorizations = {
    "crm-reader" = { unit_global = true }
  }
}

import {
  to = idm_profile_enterprise_authorizations.anna
  id = "acme/p-anna-hq"
}

resource "idm_profile_enterprise_authorizations" "anna" {
  profile_ext_id = idm_profile.anna.ext_id

  enterprise_authorizations = {
    "er-sales" = {}
  }
}

# A grant of an enterprise role grants its member roles, so they are declared, too.
locals {
  enterprise_roles = {
    "er-sales"   = ["crm-reader", "wiki-editor"]
    "er-finance" = ["billing-clerk"]
    "er-manager" = ["crm-admin", "billing-admin"]
  }
}

import {
  for_each = local.enterprise_roles
  to       = idm_enterprise_role_members.all[each.key]
  id       = "acme/${each.key}"
}

resource "idm_enterprise_role_members" "all" {
  for_each = local.enterprise_roles

  enterprise_role_ext_id = each.key
  role_ext_ids           = each.value
}

import {
  to = idm_client_applications.all
  id = "acme"
}

resource "idm_client_applications" "all" {
  application_ext_ids = ["crm", "wiki"]
}
