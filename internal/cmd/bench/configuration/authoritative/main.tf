resource "idm_client_applications" "applications" {
  application_ext_ids = local.tenant.applications
}

resource "idm_unit" "department" {
  for_each = toset(local.tenant.departments)

  ext_id      = each.key
  name        = each.key
  profileless = true
}

# A module for each team keeps a reference within the team. Between two resources of a whole tenant, the CLI would draw a
# line from every object of the one to every object of the other.
module "team" {
  source   = "./team"
  for_each = local.tenant.teams

  ext_id        = each.key
  parent_ext_id = idm_unit.department[each.value.department].ext_id
  members       = each.value.members
}
