data "idm_user_credentials" "anna" {
  user_ext_id = "u-anna"
}

# Which credentials are locked or disabled, and why.
output "inactive" {
  value = {
    for credential in data.idm_user_credentials.anna.credentials : credential.ext_id => credential.state_change_reason
    if credential.state_name != "active"
  }
}

# Hardware and software authenticators of FIDO2.
output "authenticators" {
  value = [for credential in data.idm_user_credentials.anna.credentials : credential.fido2.authenticator if credential.fido2 != null]
}
