import {
  to = idm_enterprise_role_properties.example
  id = "acme/er-sales"
}
