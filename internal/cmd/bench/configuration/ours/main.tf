resource "idm_client_application" "application" {
  for_each = local.tenant.applications

  application_ext_id = each.key
}

resource "idm_unit" "department" {
  for_each = toset(local.tenant.departments)

  ext_id      = each.key
  name        = each.key
  profileless = true
}
