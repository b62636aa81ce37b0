variables {
  parent = "acme-hq"
  units = {
    ops     = { name = "Operations", profileless = "true" }
    network = { name = "Network", parent = "ops" }
    radio   = { parent = "network" }
    mast    = { parent = "radio", ext_id = "radio-a", validity = { to = "2099-06-30" } }
  }
}

run "one_apply_creates_the_tree" {
  assert {
    condition     = idm_unit_tree.this.parent_unit_ext_id == "acme-hq" && !can(idm_unit_tree.this.units["ops"].parent) && idm_unit_tree.this.units["ops"].profileless
    error_message = "The top of the tree is not below the parent."
  }

  assert {
    condition     = idm_unit_tree.this.units["mast"].parent == "radio" && idm_unit_tree.this.units["mast"].validity.to == "2099-06-30T23:59:59Z"
    error_message = "A unit is not below its parent, or its last day is wrong."
  }

  assert {
    condition     = idm_unit_tree.this.units["radio"].name == "radio" && output.ext_ids["mast"] == "radio-a"
    error_message = "A default or an external ID is wrong."
  }
}

run "a_leaf_is_removed" {
  variables {
    units = {
      ops     = { name = "Operations", profileless = true }
      network = { name = "Network and radio", parent = "ops" }
    }
  }

  assert {
    condition     = length(output.ext_ids) == 2 && idm_unit_tree.this.units["network"].name == "Network and radio"
    error_message = "The tree is not as declared."
  }
}

run "an_unknown_parent_is_refused" {
  command = plan

  variables {
    units = { network = { parent = "opps" }, ops = {} }
  }

  expect_failures = [idm_unit_tree.this]
}

run "another_form_is_refused" {
  command = plan

  variables {
    units = { ops = "Operations", network = { nmae = "Network" } }
  }

  expect_failures = [idm_unit_tree.this]
}
