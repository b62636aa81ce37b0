# The problems of the files, each with the person and the line of the table.
locals {
  at = { for id, person in var.people : id => "people: ${can(person.line) ? "line ${person.line}, " : ""}${id}" }

  unknown = { for id, person in local.people : id => merge(
    { for column in ["unit", "unit_2"] : column => { what = "unit", name = person[column], known = keys(var.unit_ext_ids) } if person[column] == null ? false : !can(var.unit_ext_ids[person[column]]) },
    { for column in ["job", "job_2"] : column => { what = "job", name = person[column], known = keys(try(merge(var.jobs, {}), {})) } if person[column] == null ? false : !can(local.grants["job ${person[column]}"]) },
  ) }

  logins = { for id, person in local.people : coalesce(person.login_id, id) => id... }

  problems = concat(
    flatten([for id, person in var.people : [for column in setsubtract(keys(person), concat(local.columns, ["id", "line"])) : "${local.at[id]}: there is no column ${jsonencode(column)}; the columns are id, ${join(", ", local.columns)}"]]),
    flatten([for id, person in local.people : [for column in local.required : "${local.at[id]}: ${column} is empty" if person[column] == null]]),
    [for id, person in local.people : "${local.at[id]}: unit_2 and job_2 are the second function; fill both or none" if(person.unit_2 == null) != (person.job_2 == null)],
    flatten([for id, columns in local.unknown : [for column, wrong in columns : "${local.at[id]}: there is no ${wrong.what} ${jsonencode(wrong.name)}; ${
    join(", ", concat([for known in wrong.known : "did you mean ${known}?" if lower(substr(known, 0, 3)) == lower(substr(wrong.name, 0, 3)) || sort(split("", known)) == sort(split("", wrong.name))], ["the ${wrong.what}s are ${join(", ", slice(wrong.known, 0, min(10, length(wrong.known))))}"]))}"]]),
    [for id, person in local.people : "${local.at[id]}: the state is active or disabled, not ${jsonencode(person.state)}" if !contains(["active", "disabled"], coalesce(person.state, "active"))],
    flatten([for id, bounds in local.validity : [for bound, at in bounds : "${local.at[id]}: ${jsonencode(at)} is neither a day such as 2027-06-30 nor a moment such as 2027-06-30T12:00:00Z, or ${var.zone} is not a time zone" if !can(timeadd(at, "0s"))]]),
    [for login, people in local.logins : "people: ${join(", ", people)} have the same login ID, ${login}" if length(people) > 1],
    can(merge(var.jobs, {})) ? [] : ["jobs: must be a mapping, with a key for each job"],
    can(merge(var.exceptions, {})) ? [] : ["exceptions: must be a mapping, with the key of a person for each exception"],
    [for id in setsubtract(keys(try(merge(var.exceptions, {}), {})), keys(local.profiles)) : "exceptions: there is no person ${jsonencode(id)}"],
    [for id, person in local.people : "${local.at["${id}-2"]}: the second function of ${id} has the same key; choose another id" if can(local.people["${id}-2"]) && (person.unit_2 != null || person.job_2 != null)],
    [for key, set in local.sets : "${key}: must be a mapping with roles and enterprise_roles" if !can(merge(set, {}))],
    flatten([for key, set in local.sets : [for name in setsubtract(try(keys(set), []), concat(local.kinds, startswith(key, "job") ? [] : ["without"])) : "${key}: there is no key ${jsonencode(name)}; the keys are roles, enterprise_roles${startswith(key, "job") ? "" : ", without"}"]]),
    flatten([for key, set in local.sets : [for kind in local.kinds : "${key}: ${kind} must be a list of external IDs, or a mapping of them to data rooms and validity" if try(set[kind], null) != null && !can(merge(set[kind], {})) && !can([for role in set[kind] : tostring(role)])]]),
    flatten([for key, set in local.sets : [for kind in local.kinds : [for role, grant in try(merge(set[kind], {}), {}) : "${key}: ${kind}.${role}: must be a mapping, such as { unit_global: true }" if !can(merge(grant, {}))]]]),
    flatten([for key, kinds in local.grants : [for roles in kinds : [for role, grant in roles : [for at in values(try(grant.validity, {})) : "${key}: ${role}: ${jsonencode(at)} is neither a day such as 2027-06-30 nor a moment" if !can(timeadd(at, "0s"))]]]]),
  )
}
