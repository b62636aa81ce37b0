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

resource "bare_object" "team" {
  for_each = local.tenant.teams

  ext_id     = each.key
  name       = each.key
  belongs_to = bare_object.department[each.value.department].ext_id
}

resource "bare_object" "member" {
  for_each = local.members

  ext_id     = each.key
  name       = each.value.user
  belongs_to = bare_object.team[each.value.team].ext_id
}

resource "bare_object" "grant" {
  for_each = local.grants

  ext_id     = each.key
  name       = each.key
  belongs_to = bare_object.member[each.value.profile].ext_id
}

resource "bare_object" "enterprise_grant" {
  for_each = local.members

  ext_id     = "${each.key}.${each.value.enterprise_role}"
  name       = "${each.key}.${each.value.enterprise_role}"
  belongs_to = bare_object.member[each.key].ext_id
}
