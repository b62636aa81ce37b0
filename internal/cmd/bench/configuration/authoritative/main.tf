resource "idm_client_applications" "applications" {
  application_ext_ids = keys(local.tenant.applications)
}

resource "idm_unit" "department" {
  for_each = toset(local.tenant.departments)

  ext_id      = each.key
  name        = each.key
  profileless = true
}
