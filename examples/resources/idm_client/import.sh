# The external ID of the client.
terraform import idm_client.initech initech
