variable "note" {
  type      = string
  sensitive = true
}

resource "idm_unit" "sales" {
  ext_id             = "sales"
  name               = "Sales"
  parent_unit_ext_id = "acme-hq"
  profileless        = false
  display_name       = { en = "Sales", de = "Verkauf" }
}

resource "idm_unit" "region" {
  for_each           = toset(["east \"$${x}\"", "west"])
  ext_id             = each.key == "west" ? "west" : "east"
  name               = each.key
  parent_unit_ext_id = idm_unit.sales.ext_id
  profileless        = false
}

resource "idm_unit_properties" "sales" {
  unit_ext_id          = idm_unit.sales.ext_id
  properties           = { costCenter = "4711" }
  sensitive_properties = { secretNote = var.note }
}

resource "idm_profile" "ben" {
  user_ext_id = "u-ben"
  ext_id      = "p-ben"
  unit_ext_id = idm_unit.sales.ext_id
}

resource "idm_profile_authorizations" "ben" {
  profile_ext_id = idm_profile.ben.ext_id
  authorizations = {
    "crm-reader"  = { unit_global = true, client_global = false }
    "wiki-editor" = {}
  }
}

resource "idm_client_applications" "acme" {
  application_ext_ids = ["crm", "wiki", "billing"]
}
