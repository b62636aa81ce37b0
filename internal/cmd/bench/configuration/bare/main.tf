resource "bare_object" "application" {
  for_each = local.tenant.applications

  ext_id = each.key
  name   = each.key
}

resource "bare_object" "department" {
  for_each = toset(local.tenant.departments)

  ext_id = each.key
  name   = each.key
}
