variables {
  jobs = {
    seller  = { name = "Seller", roles = ["crm-reader", "wiki-editor"] }
    support = { roles = ["wiki-editor"] }
  }
}

run "jobs_are_created" {
  assert {
    condition     = output.enterprise_role_ext_ids["seller"] == "job-seller" && idm_enterprise_role.this["support"].name == "support"
    error_message = "An external ID or a name is wrong."
  }
}

run "a_job_loses_a_role" {
  variables {
    jobs = { seller = { name = "Seller", roles = ["crm-reader"] } }
  }

  assert {
    condition     = idm_enterprise_role_members.this["seller"].role_ext_ids == toset(["crm-reader"])
    error_message = "The job keeps a role."
  }
}

run "a_job_without_roles_is_refused" {
  command = plan

  variables {
    jobs = { seller = { roles = [] } }
  }

  expect_failures = [var.jobs]
}
