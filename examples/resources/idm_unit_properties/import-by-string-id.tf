import {
  to = idm_unit_properties.support
  id = "acme/support"
}
