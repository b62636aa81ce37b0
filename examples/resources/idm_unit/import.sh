# The external ID of the client, and that of the unit.
terraform import idm_unit.sales acme/sales
