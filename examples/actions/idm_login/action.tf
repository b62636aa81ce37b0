variable "bot_password" {
  description = "Device password of the deployment robot."
  type        = string
  sensitive   = true
}

# Checks the robot's device password: terraform apply -invoke=action.idm_login.bot
action "idm_login" "bot" {
  config {
    user_ext_id = "u-dev-bot"
    device_password = {
      credential_ext_id = "cred-bot"
      password          = var.bot_password
    }
  }
}
