# The problems of the files, each with its line.
locals {
  at = { for id, person in var.people : id => can(person.line) ? "people.csv line ${person.line}, ${id}" : "people: ${id}" }

  # The places of jobs and exceptions, such as "jobs.yaml line 3, job seller".
  lines  = merge([for file, lines in var.lines : { for path, line in lines : "${file}.${path}" => "${file}.yaml line ${line}, " }]...)
  titles = { for key in keys(local.sets) : key => replace(key, "/^(job|exception)s\\./", "$1 ") }
  places = { for key, title in local.titles : key => "${lookup(local.lines, key, "")}${title}" }

  # Names that are not known, with the known ones.
  keys_of_sets   = { for key, set in local.sets : key => concat(keys(local.kinds), startswith(key, "jobs.") ? [] : ["without"]) }
  keys_of_grants = ["app_global", "client_global", "enterprise_role_global", "unit_global", "validity"]
  of_jobs        = distinct(flatten([for key, kinds in local.grants : [for roles in kinds : keys(roles)] if startswith(key, "jobs.")]))
  unknown = concat(
    flatten([for id, person in var.people : [for column in setsubtract(keys(person), concat(local.columns, ["id", "line"])) : { at = local.at[id], what = "column", name = column, known = concat(["id"], local.columns) }]]),
    flatten([for id, person in local.people : [for column in ["unit", "unit_2"] : { at = local.at[id], what = "unit", name = person[column], known = var.units } if person[column] == null || var.units == null ? false : !contains(var.units, person[column])]]),
    flatten([for id, person in local.people : [for column in ["job", "job_2"] : { at = local.at[id], what = "job", name = person[column], known = keys(try(merge(var.jobs, {}), {})) } if person[column] == null ? false : !can(local.grants["jobs.${person[column]}"])]]),
    [for id in setsubtract(keys(try(merge(var.exceptions, {}), {})), keys(local.profiles)) : { at = local.places["exceptions.${id}"], what = "person", name = id, known = keys(local.profiles) }],
    flatten([for key, set in local.sets : [for name in setsubtract(try(keys(set), []), local.keys_of_sets[key]) : { at = "${lookup(local.lines, "${key}.${name}", "")}${local.titles[key]}", what = "key", name = name, known = local.keys_of_sets[key] }]]),
    flatten([for key, kinds in local.grants : [for kind, roles in kinds : [for role, grant in roles : [for name in setsubtract(keys(grant), local.keys_of_grants) : { at = "${lookup(local.lines, "${key}.${kind}.${role}.${name}", "")}${local.titles[key]}: ${role}", what = "key", name = name, known = local.keys_of_grants }]]]]),
    flatten([for key, roles in local.without : [for role in setsubtract(roles, local.of_jobs) : { at = "${lookup(local.lines, "${key}.without.${role}", "")}${local.titles[key]}: without", what = "role of a job", name = role, known = local.of_jobs }]]),
  )

  similar = [for wrong in local.unknown : provider::idm::similar(wrong.name, wrong.known)]

  # Units that are unknown where the module does not get their keys.
  unplaced = flatten([for id, person in local.people : [for unit in compact([person.unit, person.unit_2]) : "${local.at[id]}: there is no unit ${jsonencode(unit)}; ${join(" ", [for name in provider::idm::similar(unit, keys(var.unit_ext_ids)) : "did you mean ${name}?"])}" if !can(var.unit_ext_ids[unit])]])

  logins = { for id, person in local.people : coalesce(person.login_id, id) => id... }

  # The problems in the order of the files and their lines.
  listed = [for problem in sort([for text in local.problems : format("%-16s %06d %s", try(regex("^[a-z]+\\.(?:yaml|csv)", text), ""), try(tonumber(regex("line (\\d+)", text)[0]), 0), text)]) : substr(problem, 24, -1)]

  problems = concat(
    [for i, wrong in local.unknown : "${wrong.at}: there is no ${wrong.what} ${jsonencode(wrong.name)}${can(regex("[^ -~\\pL\\pM\\pN\\pP\\pS]", wrong.name)) ? ", which has an invisible character" : ""}; ${length(local.similar[i]) > 0 ? "did you mean ${join(" or ", local.similar[i])}?" : "the ${wrong.what}s are ${join(", ", slice(wrong.known, 0, min(40, length(wrong.known))))}"}"],
    flatten([for id, person in local.people : [for column in local.required : "${local.at[id]}: ${column} is empty" if person[column] == null]]),
    flatten([for id, person in local.people : [for column, text in person : "${local.at[id]}: ${column} is ${jsonencode(text)}; remove the apostrophe, which marks a text in a spreadsheet" if can(regex("^'[=+@0-9-]", text))]]),
    [for id, person in local.people : "${local.at[id]}: unit_2 and job_2 are the second function; fill both or none" if(person.unit_2 == null) != (person.job_2 == null)],
    [for id, person in local.people : "${local.at[id]}: the state is active or disabled, not ${jsonencode(person.state)}" if !contains(["active", "disabled"], coalesce(person.state, "active"))],
    flatten([for id, bounds in local.validity : [for bound, at in bounds : "${local.at[id]}: ${jsonencode(at)} is neither a day such as 2027-06-30 nor a moment such as 2027-06-30T12:00:00Z" if !can(timeadd(at, "0s"))]]),
    [for id, person in local.people : "${local.at[id]}: birth_date: ${jsonencode(person.birth_date)} is not a day such as 1990-06-30" if person.birth_date != null && !can(provider::idm::day_start(person.birth_date, "UTC"))],
    can(provider::idm::day_end("2027-06-30", var.zone)) ? [] : ["zone: ${jsonencode(var.zone)} is not a time zone such as Europe/Zurich"],
    [for login, people in local.logins : "people: ${join(", ", people)} have the same login ID, ${login}: ${join("; ", [for id in people : local.at[id]])}" if length(people) > 1],
    can(merge(var.jobs, {})) ? [] : ["jobs: must be a mapping, with a key for each job"],
    can(merge(var.exceptions, {})) ? [] : ["exceptions: must be a mapping, with the key of a person for each exception"],
    [for id, person in local.people : "${local.at["${id}-2"]}: the second function of ${id} has the same key; choose another id" if can(local.people["${id}-2"]) && (person.unit_2 != null || person.job_2 != null)],
    [for key, set in local.sets : "${local.places[key]}: must be a mapping with roles and enterprise_roles" if !can(merge(set, {}))],
    flatten([for key, set in local.sets : [for kind in keys(local.kinds) : "${local.places[key]}: ${kind} must be a list of external IDs, or a mapping of them to data rooms and validity" if try(set[kind], null) != null && !can(merge(set[kind], {})) && !can([for role in set[kind] : tostring(role)])]]),
    flatten([for key, set in local.sets : [for kind in keys(local.kinds) : [for role, grant in try(merge(set[kind], {}), {}) : "${local.places[key]}: ${kind}.${role}: must be a mapping, such as { unit_global: true }" if !can(merge(grant, {}))]]]),
    flatten([for key, kinds in local.grants : [for kind, roles in kinds : [for role, grant in roles : [for at in values(try(grant.validity, {})) : "${lookup(local.lines, "${key}.${kind}.${role}", "")}${local.titles[key]}: ${role}: ${jsonencode(at)} is neither a day such as 2027-06-30 nor a moment" if !can(timeadd(at, "0s"))]]]]),
    flatten([for key, kinds in local.grants : [for kind, roles in kinds : [for role, grant in roles : "${lookup(local.lines, "${key}.${kind}.${role}.validity", "")}${local.titles[key]}: ${role}: validity has from and to, not ${join(" and ", setsubtract(keys(grant.validity), ["from", "to"]))}" if length(setsubtract(try(keys(grant.validity), []), ["from", "to"])) > 0]]]),
  )
}
