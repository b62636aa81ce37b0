// Package genericcredential implements the noun generic credential: a credential that another
// system checks, such as a badge, with properties defined by the client.
package genericcredential

import (
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_generic_credential.
func Noun() resourcebase.Noun { return credentials.Noun(newResource) }
