resource "idm_unit_tree" "this" {
  parent_unit_ext_id = var.parent

  units = { for path, unit in var.units : path => {
    # Without an ext_id, the path is the external ID, with hyphens in place of slashes.
    ext_id       = coalesce(unit.ext_id, replace(path, "/", "-"))
    parent       = dirname(path) == "." ? null : dirname(path)
    name         = coalesce(unit.name, basename(path))
    description  = unit.description
    display_name = unit.display_name
    profileless  = unit.profileless
  } }
}
