locals {
  required  = ["first", "family", "unit", "job"]
  identity  = ["login_id", "title", "sex", "gender", "birth_date", "language", "state", "from", "until"]
  contact   = ["email", "telephone", "telefax", "mobile"]
  address   = ["street", "house_number", "dwelling_number", "addressline1", "addressline2", "post_office_box_text", "post_office_box_number", "postal_code", "city", "locality", "country_code"]
  functions = ["unit_2", "job_2"]
  notes     = ["remarks", "modification_comment", "user_ext_id", "profile_ext_id", "profile_name", "profile_ext_id_2", "profile_name_2"]
  columns   = concat(local.required, local.identity, local.contact, local.address, local.functions, local.notes)

  absent = { for column in local.columns : column => tostring(null) }
  people = { for id, person in var.people : id => merge(local.absent, person) }

  # The bounds of a validity: a day begins with its first second, and ends with its last one.
  validity = { for id, person in local.people : id => { for bound, at in { from = person.from, to = person.until } : bound => !can(regex("^[0-9.-]+$", at)) ? at :
  bound == "from" ? try(provider::idm::day_start(at, var.zone), at) : try(provider::idm::day_end(at, var.zone), at) if at != null } }
  contacts  = { for id, person in local.people : id => { for column in local.contact : column => person[column] if person[column] != null } }
  addresses = { for id, person in local.people : id => { for column in local.address : column => person[column] if person[column] != null } }

  # The profiles of people: their first function, and a second one with the key ID-2.
  profiles = merge(
    { for id, person in local.people : id => { user = id, unit = person.unit, job = person.job, ext_id = person.profile_ext_id, name = person.profile_name } },
    { for id, person in local.people : "${id}-2" => { user = id, unit = person.unit_2, job = person.job_2, ext_id = person.profile_ext_id_2, name = person.profile_name_2 } if person.unit_2 != null || person.job_2 != null },
  )

  # Jobs and exceptions have the same form. What has another form is empty in grants, and one of the problems.
  kinds = { roles = "authorizations", enterprise_roles = "enterprise_authorizations" }
  sets = merge(
    { for name, job in try(merge(var.jobs, {}), {}) : "jobs.${name}" => job },
    { for id, set in try(merge(var.exceptions, {}), {}) : "exceptions.${id}" => set },
  )
  grants = { for key, set in local.sets : key => { for kind in keys(local.kinds) : kind => {
    for role, grant in try({ for role, grant in merge(set[kind], {}) : role => try(merge(grant, {}), {}) }, { for role in set[kind] : role => {} }, {}) : role => merge(
      { for name, flag in grant : name => try(tobool(flag), flag) if name != "validity" },
      { for name, bounds in grant : name => { for bound, at in try(merge(bounds, {}), {}) : bound => !can(regex("^[0-9.-]+$", at)) ? at :
      bound == "from" ? try(provider::idm::day_start(at, var.zone), at) : try(provider::idm::day_end(at, var.zone), at) } if name == "validity" },
    )
  } } }
  without = { for id, set in try(merge(var.exceptions, {}), {}) : "exceptions.${id}" => try([for role in set.without : tostring(role)], []) }

  # The grants of a job, as maps where they have one form: the CLIs compare the types of all objects. A profile with exceptions has grants of its own.
  of_job = { for name in keys(try(merge(var.jobs, {}), {})) : name => { for kind, roles in local.grants["jobs.${name}"] : kind => try(tomap(roles), roles) } }
  own = { for key, profile in local.profiles : key => { for kind, roles in local.grants["exceptions.${key}"] : kind => merge(
    { for role, grant in try(local.grants["jobs.${profile.job}"][kind], {}) : role => grant if !contains(local.without["exceptions.${key}"], role) }, roles,
  ) } if can(local.sets["exceptions.${key}"]) }
}

resource "idm_users" "this" {
  max_removals = var.max_removals
  adopt        = var.adopt
  on_destroy   = var.on_destroy

  # An element has the arguments with a value, so that the plan of a joiner shows what the line says.
  users = { for id, person in local.people : id => { for name, value in {
    ext_id               = coalesce(person.user_ext_id, "u-${id}")
    login_id             = coalesce(person.login_id, id)
    user_state           = coalesce(person.state, "active")
    language_code        = person.language
    name                 = { for part, text in { title = person.title, first_name = person.first, family_name = person.family } : part => text if text != null }
    sex                  = person.sex
    gender               = person.gender
    birth_date           = try(substr(provider::idm::day_start(person.birth_date, "UTC"), 0, 10), person.birth_date)
    contacts             = length(local.contacts[id]) > 0 ? local.contacts[id] : null
    address              = length(local.addresses[id]) > 0 ? local.addresses[id] : null
    validity             = length(local.validity[id]) > 0 ? local.validity[id] : null
    remarks              = person.remarks
    modification_comment = person.modification_comment
    on_destroy           = "archive"
  } : name => value if value != null } }

  lifecycle {
    precondition {
      condition     = length(local.problems) == 0
      error_message = join("\n", local.listed)
    }
  }
}

resource "idm_profiles" "this" {
  max_removals = var.max_removals
  adopt        = var.adopt
  on_destroy   = var.on_destroy

  profiles = { for key, profile in local.profiles : key => merge(profile.name == null ? {} : { name = profile.name }, {
    ext_id                    = coalesce(profile.ext_id, "p-${key}")
    user_ext_id               = idm_users.this.ext_ids[profile.user]
    unit_ext_id               = var.unit_ext_ids[profile.unit]
    authorizations            = try(local.own[key], local.of_job[profile.job]).roles
    enterprise_authorizations = try(local.own[key], local.of_job[profile.job]).enterprise_roles
  }) }

  lifecycle {
    precondition {
      condition     = length(local.unplaced) == 0
      error_message = join("\n", local.unplaced)
    }
  }
}
