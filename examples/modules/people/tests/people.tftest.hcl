variables {
  people       = { for person in csvdecode(file("tests/people.csv")) : person.id => person }
  unit_ext_ids = { hq = "acme-hq" }
  jobs = {
    seller  = ["crm-reader", "wiki-editor"]
    support = ["wiki-editor"]
  }
}

run "people_join" {
  assert {
    condition     = idm_profile.this["eva"].unit_ext_id == "acme-hq" && idm_profile.this["finn"].unit_ext_id == "acme-it"
    error_message = "A profile is in another unit."
  }

  assert {
    condition     = idm_user.this["finn"].validity.to == "2031-12-31T23:59:59Z" && idm_user.this["eva"].validity == null
    error_message = "A fixed term is wrong."
  }

  assert {
    condition     = idm_user.this["eva"].user_state == "active" && idm_user.this["finn"].user_state == "disabled"
    error_message = "A state is wrong."
  }

  assert {
    condition     = toset(keys(idm_profile_authorizations.this["eva"].authorizations)) == toset(["crm-reader", "wiki-editor"])
    error_message = "A seller does not have the roles of the job."
  }
}

run "a_person_moves_and_another_is_disabled" {
  variables {
    people = {
      eva  = { first = "Eva", family = "Egger", unit = "acme-it", job = "support" }
      finn = { first = "Finn", family = "Fischer", unit = "acme-it", job = "support", state = "disabled", until = "2031-12-31T23:59:59Z" }
    }
  }

  assert {
    condition     = idm_profile.this["eva"].unit_ext_id == "acme-it" && keys(idm_profile_authorizations.this["eva"].authorizations)[0] == "wiki-editor"
    error_message = "The move is not complete."
  }

  assert {
    condition     = idm_user.this["finn"].user_state == "disabled"
    error_message = "The leaver is not disabled."
  }
}

run "an_unknown_job_is_refused" {
  command = plan

  variables {
    people = { eva = { first = "Eva", family = "Egger", unit = "hq", job = "sailor" } }
  }

  expect_failures = [var.people]
}

run "a_login_id_of_two_people_is_refused" {
  command = plan

  variables {
    people = {
      eva = { first = "Eva", family = "Egger", unit = "hq", job = "seller" }
      evi = { first = "Evi", family = "Egger", unit = "hq", job = "seller", login_id = "eva" }
    }
  }

  expect_failures = [var.people]
}

run "a_space_in_a_unit_is_refused" {
  command = plan

  variables {
    people = { eva = { first = "Eva", family = "Egger", unit = " hq", job = "seller" } }
  }

  expect_failures = [var.people]
}
