# The external ID of the client, and that of the application.
terraform import idm_client_application.hr acme/hr
