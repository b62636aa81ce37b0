import {
  to = idm_role.auditor
  id = "travel-auditor"
}
