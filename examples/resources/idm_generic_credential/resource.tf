# The badge opens doors until the end of the contract. A changed validity replaces the credential.
resource "idm_generic_credential" "badge" {
  user_ext_id    = "u-anna"
  identification = "badge-0815"

  validity = {
    to = "2090-12-31T22:59:59Z"
  }
}
