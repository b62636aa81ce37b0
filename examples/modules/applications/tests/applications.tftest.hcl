variables {
  applications = {
    shop    = { name = "Web shop", roles = { reader = "Reads orders", clerk = null } }
    archive = { roles = { reader = null }, assigned = false }
  }
}

run "applications_are_created" {
  assert {
    condition     = output.role_ext_ids["shop/clerk"] == "shop-clerk" && idm_role.this["archive/reader"].application_ext_id == "archive"
    error_message = "A role has another external ID or application."
  }

  assert {
    condition     = keys(idm_client_application.this)[0] == "shop" && length(idm_client_application.this) == 1
    error_message = "Another application is assigned to the client."
  }
}

run "a_role_is_added" {
  variables {
    applications = {
      shop = { name = "Web shop", roles = { reader = "Reads orders", clerk = null, admin = null } }
    }
  }

  assert {
    condition     = length(output.role_ext_ids) == 3
    error_message = "The roles are not as declared."
  }
}

run "an_external_id_twice_is_refused" {
  command = plan

  variables {
    applications = {
      shop    = { roles = { eu-reader = null } }
      shop-eu = { roles = { reader = null } }
    }
  }

  expect_failures = [var.applications]
}
