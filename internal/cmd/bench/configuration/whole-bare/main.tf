resource "bare_object" "department" {
  for_each = toset(local.tenant.departments)

  ext_id = each.key
  name   = each.key
}

resource "bare_object" "policy" {
  for_each = toset(local.tenant.policies)

  ext_id = each.key
  name   = each.key
}
