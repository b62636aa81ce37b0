# A table of people: a key, a login ID, a name.
locals {
  staff = {
    eva = { login = "eva.example", first = "Eva", family = "Example" }
    tom = { login = "tom.example", first = "Tom", family = "Sample" }
  }
}

resource "idm_users" "staff" {
  users = { for key, person in local.staff : key => {
    login_id = person.login
    name     = { first_name = person.first, family_name = person.family }
  } }
}

# Other resources refer to external IDs by key.
resource "idm_profile" "eva" {
  user_ext_id = idm_users.staff.ext_ids["eva"]
}
