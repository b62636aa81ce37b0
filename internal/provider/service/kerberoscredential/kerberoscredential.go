// Package kerberoscredential implements the noun Kerberos credential: the principal of a user's
// login.
package kerberoscredential

import (
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_kerberos_credential.
func Noun() resourcebase.Noun { return credentials.Noun(newResource) }
