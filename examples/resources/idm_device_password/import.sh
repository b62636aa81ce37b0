# The client, the user and the external ID of the device password.
terraform import idm_device_password.bot acme/u-dev-bot/bot-2025
