resource "idm_unit" "department" {
  for_each = toset(local.tenant.departments)

  ext_id      = each.key
  name        = each.key
  profileless = true
}

resource "idm_policy" "policy" {
  for_each = toset(local.tenant.policies)

  ext_id      = each.key
  policy_type = "DevicePasswordPolicy"
  name        = each.key
  parameters  = { minLength = "32", maxLength = "100" }
}
