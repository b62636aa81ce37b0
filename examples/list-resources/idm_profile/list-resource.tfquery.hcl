# The profiles of one user.
list "idm_profile" "anna" {
  provider = idm

  config {
    user_ext_id = "u-anna"
  }
}

# The first thousand profiles of the whole client, with all their attributes.
list "idm_profile" "all" {
  provider         = idm
  include_resource = true
  limit            = 1000

  config {}
}
