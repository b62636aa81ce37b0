resource "terraform_data" "application" {
  for_each = toset(local.tenant.applications)

  input = { ext_id = each.key, name = each.key }
}

resource "terraform_data" "department" {
  for_each = toset(local.tenant.departments)

  input = { ext_id = each.key, name = each.key }
}

module "team" {
  source   = "./team"
  for_each = local.tenant.teams

  ext_id        = each.key
  parent_ext_id = terraform_data.department[each.value.department].input.ext_id
  members       = each.value.members
}
