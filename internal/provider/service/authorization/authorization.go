// Package authorization implements the noun authorization: the grant of a role to a profile.
package authorization

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_authorization and idm_authorizations.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     resourcebase.Resources{newResource},
		DataSources:   resourcebase.DataSources{newDataSource, newAuthorizationsDataSource},
		ListResources: resourcebase.ListResources{newLister},
	}
}
