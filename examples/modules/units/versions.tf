terraform {
  required_version = ">= 1.11"

  required_providers {
    idm = {
      source = "identity-iac/idm"
    }
  }
}
