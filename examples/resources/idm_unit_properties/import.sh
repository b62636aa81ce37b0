# The external ID of the client, and that of the unit. All properties of the unit are taken over.
terraform import idm_unit_properties.support acme/support
