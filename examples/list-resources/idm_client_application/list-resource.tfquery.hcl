# The applications that are assigned to the provider's default client.
list "idm_client_application" "all" {
  provider = idm

  config {}
}

# Those of another client.
list "idm_client_application" "globex" {
  provider = idm

  config {
    client_ext_id = "globex"
  }
}
