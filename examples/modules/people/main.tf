locals {
  columns = ["first", "family", "unit", "job", "login_id", "email", "telephone", "language", "state", "from", "until", "unit_2", "job_2"]
  people  = { for id, person in var.people : id => { for column in local.columns : column => lookup(person, column, null) } }

  # The bounds of a validity: a day begins with its first second, and ends with its last one.
  validity = { for id, person in local.people : id => { for bound, at in { from = person.from, to = person.until } : bound => !can(regex("^[0-9.-]+$", at)) ? at :
  bound == "from" ? try(provider::idm::day_start(at, var.zone), at) : try(provider::idm::day_end(at, var.zone), at) if at != null } }
  contacts = { for id, person in local.people : id => { for kind, text in { email = person.email, telephone = person.telephone } : kind => text if text != null } }

  # The profiles of people: their first function, and a second one.
  functions = merge(
    { for id, person in local.people : id => { user = id, unit = person.unit, job = person.job, exception = "exception ${id}" } },
    { for id, person in local.people : "${id}-2" => { user = id, unit = person.unit_2, job = person.job_2, exception = "" } if person.unit_2 != null || person.job_2 != null },
  )

  # Jobs and exceptions have the same form. What has another form is empty in grants, and one of the problems.
  kinds = ["roles", "enterprise_roles"]
  sets = merge(
    { for name, job in try(merge(var.jobs, {}), {}) : "job ${name}" => job },
    { for id, set in try(merge(var.exceptions, {}), {}) : "exception ${id}" => set },
  )
  grants = { for key, set in local.sets : key => { for kind in local.kinds : kind => {
    for role, grant in try({ for role, grant in merge(set[kind], {}) : role => try(merge(grant, {}), {}) }, { for role in set[kind] : role => {} }, {}) : role => merge(
      { for name, flag in grant : name => try(tobool(flag), flag) if name != "validity" },
      { for name, bounds in grant : name => { for bound, at in try(merge(bounds, {}), {}) : bound => !can(regex("^[0-9.-]+$", at)) ? at :
      bound == "from" ? try(provider::idm::day_start(at, var.zone), at) : try(provider::idm::day_end(at, var.zone), at) } if name == "validity" },
    )
  } } }
  without = { for id, set in try(merge(var.exceptions, {}), {}) : "exception ${id}" => try([for role in set.without : tostring(role)], []) }
}

resource "idm_users" "this" {
  max_removals = var.max_removals

  users = { for id, person in local.people : id => {
    ext_id        = "u-${id}"
    login_id      = coalesce(person.login_id, id)
    user_state    = coalesce(person.state, "active")
    language_code = person.language
    name          = { first_name = person.first, family_name = person.family }
    contacts      = length(local.contacts[id]) > 0 ? local.contacts[id] : null
    validity      = length(local.validity[id]) > 0 ? local.validity[id] : null
    on_destroy    = "archive"
  } }

  lifecycle {
    precondition {
      condition     = length(local.problems) == 0
      error_message = join("\n", local.problems)
    }
  }
}

resource "idm_profiles" "this" {
  max_removals = var.max_removals

  profiles = { for key, function in local.functions : key => {
    ext_id      = "p-${key}"
    user_ext_id = idm_users.this.ext_ids[function.user]
    unit_ext_id = var.unit_ext_ids[function.unit]
    authorizations = merge(
      { for role, grant in local.grants["job ${function.job}"].roles : role => grant if !contains(lookup(local.without, function.exception, []), role) },
      try(local.grants[function.exception].roles, {}),
    )
    enterprise_authorizations = merge(
      { for role, grant in local.grants["job ${function.job}"].enterprise_roles : role => grant if !contains(lookup(local.without, function.exception, []), role) },
      try(local.grants[function.exception].enterprise_roles, {}),
    )
  } }
}
