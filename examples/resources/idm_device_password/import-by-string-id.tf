import {
  to = idm_device_password.bot
  id = "acme/u-dev-bot/bot-2025"
}
