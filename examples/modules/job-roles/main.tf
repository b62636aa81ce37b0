resource "idm_enterprise_role" "this" {
  for_each = var.jobs

  ext_id       = "${var.prefix}${each.key}"
  name         = coalesce(each.value.name, each.key)
  description  = each.value.description
  display_name = each.value.display_name
}

resource "idm_enterprise_role_members" "this" {
  for_each = var.jobs

  enterprise_role_ext_id = idm_enterprise_role.this[each.key].ext_id
  role_ext_ids           = each.value.roles
}
