variables {
  parent = "acme-hq"
  units = {
    "ops"                 = { name = "Operations", profileless = true }
    "ops/network"         = { name = "Network" }
    "ops/network/radio"   = {}
    "ops/network/radio/a" = { ext_id = "radio-a" }
  }
}

run "one_apply_creates_the_tree" {
  assert {
    condition     = idm_unit_tree.this.parent_unit_ext_id == "acme-hq" && idm_unit_tree.this.units["ops"].parent == null
    error_message = "The top of the tree is not below the parent."
  }

  assert {
    condition     = idm_unit_tree.this.units["ops/network/radio/a"].parent == "ops/network/radio"
    error_message = "A unit is not below the unit of its path."
  }

  assert {
    condition     = idm_unit_tree.this.units["ops/network/radio"].name == "radio" && output.ext_ids["ops/network/radio/a"] == "radio-a"
    error_message = "A default or an external ID is wrong."
  }
}

run "a_leaf_is_removed" {
  variables {
    units = {
      "ops"         = { name = "Operations", profileless = true }
      "ops/network" = { name = "Network and radio" }
    }
  }

  assert {
    condition     = length(output.ext_ids) == 2 && idm_unit_tree.this.units["ops/network"].name == "Network and radio"
    error_message = "The tree is not as declared."
  }
}

run "a_gap_is_refused" {
  command = plan

  variables {
    units = { "ops/network" = {} }
  }

  expect_failures = [var.units]
}

run "an_external_id_twice_is_refused" {
  command = plan

  variables {
    units = { "ops" = {}, "ops/a" = {}, "ops-a" = {} }
  }

  expect_failures = [var.units]
}
