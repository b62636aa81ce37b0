import {
  to = idm_enterprise_role_member.reader
  id = "acme/buyer/crm-reader"
}
