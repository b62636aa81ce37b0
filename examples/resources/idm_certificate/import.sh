# The client, the user and the external id of the certificate.
terraform import idm_certificate.bot acme/u-dev-bot/bot-2025
