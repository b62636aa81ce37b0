# The external id of the application, which belongs to no client.
terraform import idm_application.travel travel
