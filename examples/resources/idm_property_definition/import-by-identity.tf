import {
  to = idm_property_definition.floor

  identity = {
    scope         = "UNIT_GLOBAL"
    name          = "floor"
    client_ext_id = "acme"
  }
}
