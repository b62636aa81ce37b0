resource "idm_enterprise_role" "buyer" {
  name = "Buyer"
}

# Users with the enterprise role may read the customers.
resource "idm_enterprise_role_member" "reader" {
  enterprise_role_ext_id = idm_enterprise_role.buyer.ext_id
  role_ext_id            = "crm-reader"
}
