variables {
  name    = "blue"
  parent  = "acme-hq"
  roles   = ["wiki-editor"]
  members = { "u-ben" = ["crm-reader"], "u-carla" = [] }
}

run "a_team_is_created" {
  assert {
    condition     = idm_unit.this.parent_unit_ext_id == "acme-hq" && output.unit_ext_id == "team-blue"
    error_message = "The team is not below its parent."
  }

  assert {
    condition     = length(idm_profile_authorizations.member["u-ben"].authorizations) == 2
    error_message = "A member does not have the roles of the team and further ones."
  }
}

run "a_member_leaves" {
  variables {
    members = { "u-ben" = [] }
  }

  assert {
    condition     = keys(output.profile_ext_ids)[0] == "u-ben" && length(output.profile_ext_ids) == 1
    error_message = "Another member left."
  }
}

run "a_name_with_spaces_is_refused" {
  command = plan

  variables {
    name = "Blue team"
  }

  expect_failures = [var.name]
}
