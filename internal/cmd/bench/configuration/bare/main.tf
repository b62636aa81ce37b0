resource "bare_object" "application" {
  for_each = toset(local.tenant.applications)

  ext_id = each.key
  name   = each.key
}

resource "bare_object" "department" {
  for_each = toset(local.tenant.departments)

  ext_id = each.key
  name   = each.key
}

module "team" {
  source   = "./team"
  for_each = local.tenant.teams

  ext_id        = each.key
  parent_ext_id = bare_object.department[each.value.department].ext_id
  members       = each.value.members
}
