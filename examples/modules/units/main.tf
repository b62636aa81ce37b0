locals {
  # Without an ext_id, the path is the external ID, with hyphens in place of slashes.
  ext_ids = { for path, unit in var.units : path => coalesce(unit.ext_id, replace(path, "/", "-")) }
}

resource "idm_unit" "this" {
  for_each = var.units

  ext_id             = local.ext_ids[each.key]
  parent_unit_ext_id = dirname(each.key) == "." ? var.parent : local.ext_ids[dirname(each.key)]
  name               = coalesce(each.value.name, basename(each.key))
  description        = each.value.description
  display_name       = each.value.display_name
  profileless        = each.value.profileless
}
