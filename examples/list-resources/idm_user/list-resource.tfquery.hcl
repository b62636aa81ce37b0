# The users of the client that are disabled.
list "idm_user" "disabled" {
  provider = idm

  config {
    user_state = "disabled"
  }
}

# The first thousand users, with all their attributes.
list "idm_user" "all" {
  provider         = idm
  include_resource = true
  limit            = 1000

  config {}
}
