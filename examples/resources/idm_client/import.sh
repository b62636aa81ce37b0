# The external id of the client.
terraform import idm_client.initech initech
