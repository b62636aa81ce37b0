data "idm_permissions" "current" {}

output "units" {
  value = [for permission in data.idm_permissions.current.permissions : permission if startswith(permission, "AccessControl.Unit")]
}
