// Package contextpassword implements the noun context password: the password of a user in one
// context.
package contextpassword

import (
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_context_password.
func Noun() resourcebase.Noun { return credentials.Noun(newResource) }
