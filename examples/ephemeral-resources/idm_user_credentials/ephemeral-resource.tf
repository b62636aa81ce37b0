ephemeral "idm_user_credentials" "anna" {
  user_ext_id = "u-anna"
}

# The hashed value of the user's ticket, for a write-only argument or another provider.
locals {
  tickets = [
    for credential in ephemeral.idm_user_credentials.anna.credentials : credential.secrets.ticket
    if credential.type == "Ticket Authorization"
  ]
}
