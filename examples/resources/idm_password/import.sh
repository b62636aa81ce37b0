# The client and the user.
terraform import idm_password.first acme/u-anna
