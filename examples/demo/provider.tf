terraform {
  required_version = ">= 1.11"

  required_providers {
    idm = {
      source = "identity-iac/idm"
    }
  }
}

# The address and the token come from the environment: IDM_BASE_URL and IDM_TOKEN.
provider "idm" {
  client_ext_id = "acme"
}
