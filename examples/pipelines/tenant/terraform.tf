terraform {
  required_version = ">= 1.11"

  required_providers {
    idm = {
      source = "identity-iac/idm"
    }
  }

  # PG_CONN_STR has the address and the password. Values written here or passed to init would also be in every plan file.
  backend "pg" {
    schema_name = "idm_acme"
  }
}

# The address and the token come from the environment: IDM_BASE_URL and IDM_TOKEN.
provider "idm" {
  client_ext_id = "acme"
}
