# Users of the provider's client may now be granted roles of this application.
resource "idm_client_application" "hr" {
  application_ext_id = "hr"
}

# The same for another client.
resource "idm_client_application" "globex_wiki" {
  client_ext_id      = "globex"
  application_ext_id = "wiki"
}
