# The external ID of the application, which belongs to no client.
terraform import idm_application.travel travel
