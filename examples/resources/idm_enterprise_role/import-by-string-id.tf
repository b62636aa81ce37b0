import {
  to = idm_enterprise_role.buyer
  id = "acme/buyer"
}
