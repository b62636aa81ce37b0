# The provider takes its address and its login from the environment: see run.sh.
variables {
  name    = "sales"
  parent  = "acme-hq"
  members = { "u-ben" = "crm-reader" }
}

run "a_team_is_made" {
  assert {
    condition     = idm_unit.team.parent_unit_ext_id == "acme-hq"
    error_message = "The team is not below the requested unit."
  }

  assert {
    condition     = idm_authorization.member["u-ben"].unit_global == false
    error_message = "A member has access beyond the team."
  }
}

run "a_member_joins" {
  variables {
    members = { "u-ben" = "crm-reader", "u-carla" = "wiki-editor" }
  }

  assert {
    condition     = length(idm_profile.member) == 2 && output.unit_ext_id == "team-sales"
    error_message = "A new member changes more than one profile."
  }
}

run "all_members_leave" {
  variables {
    members = {}
  }

  assert {
    condition     = length(idm_authorization.member) == 0
    error_message = "A role stays behind."
  }
}

run "an_administrator_is_refused" {
  command = plan

  variables {
    members = { "u-ben" = "crm-admin" }
  }

  expect_failures = [var.members]
}
