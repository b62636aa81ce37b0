import {
  to = idm_certificate.bot
  id = "acme/u-dev-bot/bot-2025"
}
