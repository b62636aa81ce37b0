# By the external ID.
data "idm_user" "anna" {
  ext_id = "u-anna"
}

# By the login ID.
data "idm_user" "ben" {
  login_id = "ben"
}

output "ben" {
  value = "${data.idm_user.ben.name.first_name} ${data.idm_user.ben.name.family_name} <${data.idm_user.ben.contacts.email}>"
}
