# Questions about who has what, and texts that the answer has, or does not have.

access "a role" {
  question = ["who", "clerk"]
  has      = ["u1", "desk", "unit", "the authorization a2 has expired", "2 people, 3 rows"]
  not      = ["u3"]
}

access "a role by name" {
  question = ["who", "Approver"]
  has      = ["u1", "u3", "the user Cleo Arnold (u3) is disabled"]
  not      = ["u2"]
}

access "an enterprise role" {
  question = ["who", "enterprise-role:desk"]
  has      = ["u1", "enterprise role"]
  not      = ["u2"]
}

access "an application" {
  question = ["who", "erp"]
  has      = ["u1", "u2", "u3"]
  not      = ["reader"]
}

access "a user by login" {
  question = ["of", "ben"]
  has      = ["the application CRM (crm) is not assigned to the client", "a2 has expired"]
  not      = ["u1"]
}

access "a path" {
  question = ["explain", "anna", "clerk"]
  has = [
    "delete the authorization a1",
    "remove the role from the enterprise role Desk (desk)",
    "unassign the application ERP (erp)",
    "Anna Arnold (u1) has the role Clerk (clerk).",
    "2 rows",
  ]
}

access "a path that an application ends" {
  question = ["explain", "ben", "reader"]
  has      = ["delete the authorization a4"]
  not      = ["unassign"]
}

access "a path as Markdown" {
  question = ["explain", "ben", "clerk", "--output", "markdown"]
  has      = ["What ends each path", "unassign the application ERP (erp)"]
  not      = ["delete the authorization"]
}

access "a unit" {
  question = ["unit", "hq"]
  has      = ["u1", "u2"]
  not      = ["u3"]
}

access "a unit below" {
  question = ["unit", "it"]
  has      = ["u1"]
  not      = ["u2"]
}

access "global" {
  question = ["all", "--global"]
  has      = ["u1", "1 row"]
  not      = ["u2"]
}

access "expiring" {
  question = ["all", "--expiring", "30d"]
  has      = ["desk", "2026-06-30", "3 rows"]
  not      = ["u2"]
}

access "expiring sooner" {
  question = ["all", "--expiring", "1w"]
  has      = ["No access matches the filter."]
}

access "expired" {
  question = ["all", "--expired"]
  has      = ["u2", "1 row"]
  not      = ["u1"]
}

access "dormant" {
  question = ["all", "--dormant", "180d"]
  has      = ["u1", "never"]
  not      = ["u3"]
}

access "global and expiring" {
  question = ["all", "--global", "--expiring", "30d"]
  has      = ["No access matches the filter."]
  not      = ["PERSON"]
}

access "a role by its kind" {
  question = ["who", "role:desk"]
  has      = ["No user has the role Duty (desk)."]
  not      = ["PERSON", "u1"]
}

access "a user of a kind" {
  question = ["of", "user:anna"]
  has      = ["Arnold (u1)"]
  not      = ["u2"]
}

access "a role that a user lacks" {
  question = ["explain", "anna", "reader"]
  has      = ["Anna Arnold (u1) does not have the role Reader (reader): no grant gives it."]
  not      = ["PERSON"]
}

access "a role without effect" {
  question = ["explain", "cleo", "approver"]
  has      = ["Cleo Arnold (u3) does not have the role Approver (approver) now: no path has an effect."]
}

