data "idm_notification_types" "all" {}

output "notification_types" {
  value = data.idm_notification_types.all.notification_types
}
