# The problems of the files, each with the person and the line of the table.
locals {
  at = { for id, person in var.people : id => "people: ${can(person.line) ? "line ${person.line}, " : ""}${id}" }

  # Names that are not known, with the known ones.
  keys_of_sets = { for key, set in local.sets : key => concat(local.kinds, startswith(key, "job ") ? [] : ["without"]) }
  unknown = concat(
    flatten([for id, person in var.people : [for column in setsubtract(keys(person), concat(local.columns, ["id", "line"])) : { at = local.at[id], what = "column", name = column, known = concat(["id"], local.columns) }]]),
    flatten([for id, person in local.people : [for column in ["unit", "unit_2"] : { at = local.at[id], what = "unit", name = person[column], known = keys(var.unit_ext_ids) } if person[column] == null ? false : !can(var.unit_ext_ids[person[column]])]]),
    flatten([for id, person in local.people : [for column in ["job", "job_2"] : { at = local.at[id], what = "job", name = person[column], known = keys(try(merge(var.jobs, {}), {})) } if person[column] == null ? false : !can(local.grants["job ${person[column]}"])]]),
    [for id in setsubtract(keys(try(merge(var.exceptions, {}), {})), keys(local.profiles)) : { at = "exceptions", what = "person", name = id, known = keys(local.profiles) }],
    flatten([for key, set in local.sets : [for name in setsubtract(try(keys(set), []), local.keys_of_sets[key]) : { at = key, what = "key", name = name, known = local.keys_of_sets[key] }]]),
  )

  # The known names that differ by one character or the order of the characters; without one, those that begin alike.
  near = [for wrong in local.unknown : [for known in wrong.known : known if sort(split("", known)) == sort(split("", wrong.name)) || abs(length(known) - length(wrong.name)) < 2 && anytrue([
    for i in range(length(wrong.name) + 1) : startswith(known, substr(wrong.name, 0, i)) && endswith(known, substr(wrong.name, min(length(wrong.name), length(known) > length(wrong.name) ? i : i + 1), -1))
  ])]]
  alike = [for i, wrong in local.unknown : length(local.near[i]) > 0 ? local.near[i] : [for known in wrong.known : known if lower(substr(known, 0, 3)) == lower(substr(wrong.name, 0, 3))]]

  logins = { for id, person in local.people : coalesce(person.login_id, id) => id... }

  problems = concat(
    [for i, wrong in local.unknown : "${wrong.at}: there is no ${wrong.what} ${jsonencode(wrong.name)}; ${length(local.alike[i]) > 0 ? "did you mean ${join(" or ", slice(local.alike[i], 0, min(5, length(local.alike[i]))))}?" : "the ${wrong.what}s are ${join(", ", slice(wrong.known, 0, min(40, length(wrong.known))))}"}"],
    flatten([for id, person in local.people : [for column in local.required : "${local.at[id]}: ${column} is empty" if person[column] == null]]),
    [for id, person in local.people : "${local.at[id]}: unit_2 and job_2 are the second function; fill both or none" if(person.unit_2 == null) != (person.job_2 == null)],
    [for id, person in local.people : "${local.at[id]}: the state is active or disabled, not ${jsonencode(person.state)}" if !contains(["active", "disabled"], coalesce(person.state, "active"))],
    flatten([for id, bounds in local.validity : [for bound, at in bounds : "${local.at[id]}: ${jsonencode(at)} is neither a day such as 2027-06-30 nor a moment such as 2027-06-30T12:00:00Z" if !can(timeadd(at, "0s"))]]),
    can(provider::idm::day_end("2027-06-30", var.zone)) ? [] : ["zone: ${jsonencode(var.zone)} is not a time zone such as Europe/Zurich"],
    [for login, people in local.logins : "people: ${join(", ", people)} have the same login ID, ${login}: ${join("; ", [for id in people : local.at[id]])}" if length(people) > 1],
    can(merge(var.jobs, {})) ? [] : ["jobs: must be a mapping, with a key for each job"],
    can(merge(var.exceptions, {})) ? [] : ["exceptions: must be a mapping, with the key of a person for each exception"],
    [for id, person in local.people : "${local.at["${id}-2"]}: the second function of ${id} has the same key; choose another id" if can(local.people["${id}-2"]) && (person.unit_2 != null || person.job_2 != null)],
    [for key, set in local.sets : "${key}: must be a mapping with roles and enterprise_roles" if !can(merge(set, {}))],
    flatten([for key, set in local.sets : [for kind in local.kinds : "${key}: ${kind} must be a list of external IDs, or a mapping of them to data rooms and validity" if try(set[kind], null) != null && !can(merge(set[kind], {})) && !can([for role in set[kind] : tostring(role)])]]),
    flatten([for key, set in local.sets : [for kind in local.kinds : [for role, grant in try(merge(set[kind], {}), {}) : "${key}: ${kind}.${role}: must be a mapping, such as { unit_global: true }" if !can(merge(grant, {}))]]]),
    flatten([for key, kinds in local.grants : [for roles in kinds : [for role, grant in roles : [for at in values(try(grant.validity, {})) : "${key}: ${role}: ${jsonencode(at)} is neither a day such as 2027-06-30 nor a moment" if !can(timeadd(at, "0s"))]]]]),
  )
}
