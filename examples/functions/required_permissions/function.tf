# Ask the administrator of the service for these permissions before the first apply.
output "permissions" {
  value = provider::idm::required_permissions(["idm_unit", "idm_profile"])
}
