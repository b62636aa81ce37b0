// Package credential implements the noun credential: a means of authentication of a user. The
// provider reads credentials, and its actions check them.
package credential

import (
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers the data source and the ephemeral resource idm_user_credentials, and the actions
// idm_login and idm_update_login_info.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		DataSources:        []func() datasource.DataSource{newDataSource},
		EphemeralResources: []func() ephemeral.EphemeralResource{newEphemeralResource},
		Actions:            []func() action.Action{newLogin, newUpdateLoginInfo},
	}
}
