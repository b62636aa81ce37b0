import {
  to = idm_role.auditor

  identity = {
    ext_id = "travel-auditor"
  }
}
