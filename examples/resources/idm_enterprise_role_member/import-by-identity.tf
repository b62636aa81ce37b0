import {
  to = idm_enterprise_role_member.reader

  identity = {
    client_ext_id          = "acme"
    enterprise_role_ext_id = "buyer"
    role_ext_id            = "crm-reader"
  }
}
