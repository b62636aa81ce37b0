# All conditions must hold.
data "idm_users" "active_in_bern" {
  filters = {
    user_state     = "active"
    "address.city" = "Bern"
  }
  sort_by    = "name.family_name"
  sort_order = "ascending"
}

# The two users that were created last, and how many there are.
data "idm_users" "latest" {
  sort_by      = "created"
  sort_order   = "descending"
  max_results  = 2
  return_total = true
}

# A custom property, and the start of a login ID.
data "idm_users" "employee" {
  property_filters = { employeeNumber = "1001" }
  starts_with      = { login_id = "an" }
}

output "login_ids" {
  value = data.idm_users.active_in_bern.users[*].login_id
}

output "total" {
  value = data.idm_users.latest.total
}
