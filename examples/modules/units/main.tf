locals {
  keys = ["ext_id", "parent", "name", "description", "location", "display_name", "abbreviation", "profileless", "state", "validity", "modification_comment"]

  # A unit of another form is empty here, and one of the problems below.
  units = { for key, unit in try(merge(var.units, {}), {}) : key => merge({ for name in local.keys : name => null }, try(merge(unit, {}), {})) }

  similar = { for key, unit in local.units : key => provider::idm::similar(unit.parent, keys(local.units)) if can(tostring(unit.parent)) && unit.parent != null && !can(local.units[unit.parent]) }

  # Where a unit is written, and each of its arguments.
  at   = { for key in keys(local.units) : key => can(var.lines[key]) ? "units.yaml line ${var.lines[key]}, ${key}" : "units: ${key}" }
  args = { for path in flatten([for key, unit in local.units : [for name in keys(unit) : { key = key, name = name }]]) : "${path.key}.${path.name}" => can(var.lines["${path.key}.${path.name}"]) ? "units.yaml line ${var.lines["${path.key}.${path.name}"]}, ${path.key}: ${path.name}" : "${local.at[path.key]}: ${path.name}" }

  problems = concat(
    can(merge(var.units, {})) ? [] : ["units: must be a mapping, with a key for each unit"],
    [for key, unit in try(merge(var.units, {}), {}) : "${local.at[key]}: must be a mapping, such as { name: Sales }" if !can(merge(unit, {}))],
    flatten([for key, unit in local.units : [for name in setsubtract(keys(unit), local.keys) : "${local.args["${key}.${name}"]}: there is no such key; ${join(" ", concat([for known in slice(concat(provider::idm::similar(name, local.keys), [""]), 0, 1) : "did you mean ${known}?" if known != ""], ["The keys are ${join(", ", local.keys)}"]))}"]]),
    flatten([for key, unit in local.units : [for name in ["ext_id", "parent", "name", "description", "location", "state", "modification_comment"] : "${local.args["${key}.${name}"]}: must be a text" if !can(tostring(unit[name]))]]),
    flatten([for key, unit in local.units : [for name in ["display_name", "abbreviation", "validity"] : "${local.args["${key}.${name}"]}: must be a mapping of texts" if unit[name] != null && !can({ for of, text in unit[name] : keys(unit[name])[0] => tostring(text)... })]]),
    [for key, unit in local.units : "${local.args["${key}.profileless"]}: must be true or false" if !can(tobool(unit.profileless))],
    flatten([for key, unit in local.units : [for bound, at in try(merge(unit.validity, {}), {}) : "${local.args["${key}.validity"]}.${bound}: ${at} is neither a day such as 2027-06-30 nor a moment" if !can(provider::idm::day_end(at, var.zone)) && !can(timeadd(at, "0s"))]]),
    [for key, similar in local.similar : "${local.args["${key}.parent"]}: there is no unit ${jsonencode(local.units[key].parent)}; ${length(similar) > 0 ? "did you mean ${join(" or ", similar)}?" : "the units are ${join(", ", slice(keys(local.units), 0, min(40, length(local.units))))}"}"],
  )
}

resource "idm_unit_tree" "this" {
  parent_unit_ext_id = var.parent
  max_removals       = var.max_removals
  adopt              = var.adopt
  on_destroy         = var.on_destroy

  # An element has the arguments with a value, so that a plan shows what the file says.
  units = { for key, unit in local.units : key => { for name, value in merge(unit, {
    name        = try(tostring(coalesce(unit.name, key)), key)
    profileless = try(tobool(coalesce(unit.profileless, false)), false)
    validity    = try({ for bound, at in unit.validity : bound => !can(regex("^[0-9.-]+$", at)) ? at : bound == "from" ? provider::idm::day_start(at, var.zone) : provider::idm::day_end(at, var.zone) }, null)
  }) : name => value if value != null } }

  lifecycle {
    precondition {
      condition     = length(local.problems) == 0
      error_message = join("\n", local.problems)
    }
  }
}
