# What to ask the administrator of the service for, before the first apply.
output "permissions" {
  value = provider::idm::required_permissions(["idm_unit", "idm_profile"])
}
