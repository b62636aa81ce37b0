resource "idm_client" "initech" {
  ext_id  = "initech"
  name    = "Initech"
  remarks = "Subsidiary since 2026"

  display_name = {
    en = "Initech Ltd"
    de = "Initech GmbH"
  }

  # To destroy the client with everything in it, set this to false and apply it first.
  deletion_protection = true
}
