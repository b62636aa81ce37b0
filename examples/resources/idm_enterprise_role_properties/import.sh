# The external ID of the client, and that of the enterprise role. All properties of the enterprise role are taken over.
terraform import idm_enterprise_role_properties.example acme/er-sales
