# The scope, the name and the external ID of the client; without the client for a definition of all clients.
# When the scope is for one application, its external ID follows the name.
terraform import idm_property_definition.floor UNIT_GLOBAL/floor/acme
