// Package principal implements the noun principal: the identity of the provider's caller, and a
// token for that user.
package principal

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_me, idm_permissions and the ephemeral resource idm_token.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		DataSources:        resourcebase.DataSources{newMeDataSource, newPermissionsDataSource},
		EphemeralResources: resourcebase.EphemeralResources{newToken},
	}
}
