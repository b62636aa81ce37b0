variables {
  people = {
    eva  = { id = "eva", line = "2", first = "Eva", family = "Egger", unit = "hq", job = "seller", unit_2 = "acme-it", job_2 = "support" }
    finn = { id = "finn", line = "3", first = "Finn", family = "Fischer", unit = "acme-it", job = "support", state = "disabled", until = "31.12.2031" }
  }
  unit_ext_ids = { hq = "acme-hq", acme-it = "acme-it" }
  jobs = {
    seller  = { roles = ["crm-reader", "wiki-editor"] }
    support = { roles = { wiki-editor = { validity = { to = "2099-06-30" } } } }
  }
  zone = "Europe/Zurich"
}

run "people_join" {
  assert {
    condition     = idm_profiles.this.profiles["eva"].unit_ext_id == "acme-hq" && idm_profiles.this.profiles["finn"].unit_ext_id == "acme-it" && idm_profiles.this.profiles["eva-2"].unit_ext_id == "acme-it"
    error_message = "A profile is in another unit."
  }

  assert {
    condition     = idm_users.this.users["finn"].validity.to == "2031-12-31T23:59:59+01:00" && !can(idm_users.this.users["eva"].validity)
    error_message = "A fixed term is wrong."
  }

  assert {
    condition     = idm_users.this.users["eva"].user_state == "active" && idm_users.this.users["finn"].user_state == "disabled"
    error_message = "A state is wrong."
  }

  assert {
    condition     = toset(keys(idm_profiles.this.profiles["eva"].authorizations)) == toset(["crm-reader", "wiki-editor"])
    error_message = "A seller does not have the roles of the job."
  }

  assert {
    condition     = idm_profiles.this.profiles["finn"].authorizations["wiki-editor"].validity.to == "2099-06-30T23:59:59+02:00"
    error_message = "The last day of a job's role is wrong."
  }
}

run "a_person_moves_and_another_is_disabled" {
  variables {
    people = {
      eva  = { first = "Eva", family = "Egger", unit = "acme-it", job = "support" }
      finn = { first = "Finn", family = "Fischer", unit = "acme-it", job = "support", state = "disabled", until = "2031-12-31T23:59:59+01:00" }
    }
    exceptions = { eva = { without = ["wiki-editor"], roles = { crm-admin = { unit_global = "true" } } } }
  }

  assert {
    condition     = idm_profiles.this.profiles["eva"].unit_ext_id == "acme-it" && keys(idm_profiles.this.profiles["eva"].authorizations)[0] == "crm-admin" && idm_profiles.this.profiles["eva"].authorizations["crm-admin"].unit_global
    error_message = "The move or the exception is not complete."
  }
}

run "an_unknown_job_is_refused" {
  command = plan

  variables {
    people = { eva = { first = "Eva", family = "Egger", unit = "hq", job = "seler" } }
  }

  expect_failures = [idm_users.this]
}

run "a_login_id_of_two_people_is_refused" {
  command = plan

  variables {
    people = {
      eva = { first = "Eva", family = "Egger", unit = "hq", job = "seller" }
      evi = { first = "Evi", family = "Egger", unit = "hq", job = "seller", login_id = "eva" }
    }
  }

  expect_failures = [idm_users.this]
}

run "other_forms_are_refused" {
  command = plan

  variables {
    people     = { eva = { first = "Eva", family = "Egger", unit = "hqq", job = "seller", until = "tomorrow", frist = "Eva" } }
    jobs       = { seller = "crm-reader", support = { rolls = [] } }
    exceptions = { finn = { roles = "x" } }
  }

  expect_failures = [idm_users.this]
}
