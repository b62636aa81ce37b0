# The owner of the principal logs in as the user.
resource "idm_kerberos_credential" "anna" {
  user_ext_id = "u-anna"
  kerberos_id = "anna@ACME.EXAMPLE.COM"
}
