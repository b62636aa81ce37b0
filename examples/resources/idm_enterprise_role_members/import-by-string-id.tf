import {
  to = idm_enterprise_role_members.buyer
  id = "acme/buyer"
}
