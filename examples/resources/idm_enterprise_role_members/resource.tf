resource "idm_enterprise_role" "buyer" {
  name = "Buyer"
}

# These roles and no others.
resource "idm_enterprise_role_members" "buyer" {
  enterprise_role_ext_id = idm_enterprise_role.buyer.ext_id
  role_ext_ids           = ["billing-clerk", "crm-reader"]
}
