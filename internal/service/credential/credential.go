// Package credential is the noun credential: one way of a user to log in. The provider reads
// credentials, and its actions check them.
package credential

import (
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_user_credentials, which is a data source and an ephemeral resource, idm_login
// and idm_update_login_info.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		DataSources:        []func() datasource.DataSource{newDataSource},
		EphemeralResources: []func() ephemeral.EphemeralResource{newEphemeralResource},
		Actions:            []func() action.Action{newLogin, newUpdateLoginInfo},
	}
}
