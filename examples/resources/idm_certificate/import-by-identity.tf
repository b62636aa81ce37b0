import {
  to = idm_certificate.bot

  identity = {
    client_ext_id = "acme"
    user_ext_id   = "u-dev-bot"
    ext_id        = "bot-2025"
  }
}
