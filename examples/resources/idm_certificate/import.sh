# The client, the user and the external ID of the certificate.
terraform import idm_certificate.bot acme/u-dev-bot/bot-2025
