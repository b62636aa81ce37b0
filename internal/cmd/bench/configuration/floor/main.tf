resource "terraform_data" "application" {
  for_each = local.tenant.applications

  input = { ext_id = each.key, name = each.key }
}

resource "terraform_data" "department" {
  for_each = toset(local.tenant.departments)

  input = { ext_id = each.key, name = each.key }
}
