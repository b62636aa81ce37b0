// Package credential implements the noun credential: a means of authentication of a user. The
// provider reads credentials, and its actions check them.
package credential

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers the data source and the ephemeral resource idm_user_credentials, and the actions
// idm_login and idm_update_login_info.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		DataSources:        resourcebase.DataSources{newDataSource},
		EphemeralResources: resourcebase.EphemeralResources{newEphemeralResource},
		Actions:            resourcebase.Actions{newLogin, newUpdateLoginInfo},
	}
}
