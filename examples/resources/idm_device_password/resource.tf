variable "bot_secret" {
  type      = string
  ephemeral = true
}

# The technical user logs in with this password. To change it, change the version.
resource "idm_device_password" "bot" {
  user_ext_id         = "u-dev-bot"
  ext_id              = "bot-2026"
  password_wo         = var.bot_secret
  password_wo_version = 1
}
