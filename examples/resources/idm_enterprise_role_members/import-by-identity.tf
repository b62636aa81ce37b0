import {
  to = idm_enterprise_role_members.buyer

  identity = {
    client_ext_id          = "acme"
    enterprise_role_ext_id = "buyer"
  }
}
