package devicepassword

import "github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"

type model = credentials.PasswordModel
