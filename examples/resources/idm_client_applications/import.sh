# The client.
terraform import idm_client_applications.acme acme
