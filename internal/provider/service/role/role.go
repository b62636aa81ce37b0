// Package role implements the noun role: a role of an application.
package role

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_role, its data source and idm_roles.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     resourcebase.Resources{newResource},
		DataSources:   resourcebase.DataSources{newDataSource, newRolesDataSource},
		ListResources: resourcebase.ListResources{newLister},
	}
}
