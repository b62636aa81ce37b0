resource "idm_unit" "support" {
  ext_id      = "support"
  name        = "Support"
  profileless = false

  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.idm_send_notification.opened]
    }
  }
}

# Notifies a user that the unit was created.
action "idm_send_notification" "opened" {
  config {
    user_ext_id       = "u-anna"
    notification_type = "userNotification1"
    sending_methods   = ["HTMLemail", "Email"]
    async             = true
    placeholders = {
      EN                  = { EXTERNAL_subject = "A new unit" }
      DE                  = { EXTERNAL_subject = "Eine neue Einheit" }
      languageIndependent = { EXTERNAL_unit = "Support" }
    }
  }
}
