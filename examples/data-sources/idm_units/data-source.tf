# The units directly below the headquarters.
data "idm_units" "departments" {
  unit_ext_id = "acme-hq"
}

# All units below it, at any depth, with one request for each unit.
data "idm_units" "all" {
  unit_ext_id = "acme-hq"
  recursive   = true
}

output "departments" {
  value = data.idm_units.departments.units[*].name
}

output "paths" {
  value = { for unit in data.idm_units.all.units : unit.ext_id => unit.hierarchical_name }
}
