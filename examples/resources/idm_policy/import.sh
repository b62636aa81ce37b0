# The external ID of the client, and that of the policy.
terraform import idm_policy.device_passwords acme/device-passwords
