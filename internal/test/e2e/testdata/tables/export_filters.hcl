# Filters of an export, and what its files hold and lack.

export "unit" {
  arguments = ["--unit", "emea"]
  holds     = ["parent_unit_ext_id = \"hq\"", "ext_id             = \"sales-2\"", "\"müller%2F10%25/p-5\""]
  lacks     = ["\"sales-1\"", "\"p-1\"", "idm_client_application"]
  imports   = 6
}

export "people of a unit" {
  arguments = ["--unit", "emea", "--people", "--only", "users"]
  holds     = ["\"müller%2F10%25/u-jürgen\""]
  lacks     = ["u%2Fanna"]
  imports   = 1
}

export "unit without a profile" {
  arguments = ["--unit", "lonely"]
  holds     = ["\"lonely-child\""]
  lacks     = ["\"hq\""]
  imports   = 2
}

export "user" {
  arguments = ["--user", "u-jürgen"]
  holds     = ["unit_ext_id = \"sales-2\"", "\"müller%2F10%25/p-5/a-4\""]
  lacks     = ["\"idm_unit\"", "\"p-1\""]
  imports   = 5
}

export "user in a unit" {
  arguments = ["--user", "u-jürgen", "--unit", "deep/1"]
  holds     = ["\"p-4\"", "\"deep/3\""]
  lacks     = ["\"p-5\""]
  imports   = 5
}

