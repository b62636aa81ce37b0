terraform {
  required_providers {
    idm = {
      source = "identity-iac/idm"
    }
  }
}

# The token comes from the environment: IDM_TOKEN.
provider "idm" {
  base_url      = "https://idm.example.com/api"
  client_ext_id = "acme"
}
