import {
  to = idm_property_definition.floor
  id = "UNIT_GLOBAL/floor/acme"
}
