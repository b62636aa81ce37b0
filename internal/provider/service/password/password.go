// Package password implements the noun password: the password of a user's login.
package password

import (
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_password.
func Noun() resourcebase.Noun { return credentials.Noun(newResource) }
