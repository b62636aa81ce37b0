idm_certificate {
  needs    = ["ExtIDs", "Simulator", "FirstReleases"]
  id       = "acme/u-dev-bot/@cert"
  identity = { client_ext_id = "acme", ext_id = "@cert", user_ext_id = "u-dev-bot" }
  minimal  = { certificate = "-----BEGIN CERTIFICATE-----\nMIIBCDCBsKADAgECAgISZzAKBggqhkjOPQQDAjAOMQwwCgYDVQQDEwNib3QwHhcN\nNzAwMTAxMDAwMDAwWhcNMzYxMTI5MTQ0MjQyWjAOMQwwCgYDVQQDEwNib3QwWTAT\nBgcqhkjOPQIBBggqhkjOPQMBBwNCAAR5mxkYYmSkjzGoR7SGeVTsdZzyF1kMx7SR\nk6jYeKMZaWMl6NNr5aYcT/GupINLjuI7yAdZFcKfXNVGFVUzbxLoMAoGCCqGSM49\nBAMCA0cAMEQCIEw9uhI7/iBdx1ookPxSMc6DxieDHF1J9wNWGl+OVhdNAiBuwpeV\nXlz1IlBKtF8AFs6rjOb+Bk5CKKKePpNcbSxaCQ==\n-----END CERTIFICATE-----\n", ext_id = "@cert", user_ext_id = "u-dev-bot" }
  post     = "/core/v1/acme/users/u-dev-bot/certificates"
  create   = { certificate = "-----BEGIN CERTIFICATE-----\nMIIBCDCBsKADAgECAgISZzAKBggqhkjOPQQDAjAOMQwwCgYDVQQDEwNib3QwHhcN\nNzAwMTAxMDAwMDAwWhcNMzYxMTI5MTQ0MjQyWjAOMQwwCgYDVQQDEwNib3QwWTAT\nBgcqhkjOPQIBBggqhkjOPQMBBwNCAAR5mxkYYmSkjzGoR7SGeVTsdZzyF1kMx7SR\nk6jYeKMZaWMl6NNr5aYcT/GupINLjuI7yAdZFcKfXNVGFVUzbxLoMAoGCCqGSM49\nBAMCA0cAMEQCIEw9uhI7/iBdx1ookPxSMc6DxieDHF1J9wNWGl+OVhdNAiBuwpeV\nXlz1IlBKtF8AFs6rjOb+Bk5CKKKePpNcbSxaCQ==\n-----END CERTIFICATE-----\n", extId = "@cert" }
  path     = "/core/v1/acme/users/u-dev-bot/certificates/@cert"
  theirs   = { stateName = "INITIAL" }
}
state_name {
  from = "active"
  to   = "disabled"
  sent = { stateName = "disabled" }
}
