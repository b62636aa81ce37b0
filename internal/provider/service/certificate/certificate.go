// Package certificate implements the noun certificate: the X.509 certificate of a user's login.
package certificate

import (
	"github.com/identity-iac/terraform-provider-idm/internal/provider/credentials"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_certificate.
func Noun() resourcebase.Noun { return credentials.Noun(newResource) }
