# The billing application becomes available to the people of this client.
resource "idm_client_application" "billing" {
  application_ext_id = "billing"
}
