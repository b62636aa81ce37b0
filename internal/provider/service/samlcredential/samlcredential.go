// Package samlcredential implements the noun SAML credential: the name under which an identity
// provider authenticates a user.
package samlcredential

import (
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_saml_credential.
func Noun() resourcebase.Noun { return credentials.Noun(newResource) }
