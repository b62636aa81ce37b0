// Package user implements the noun user: a person or a technical user of one client.
package user

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_user, its data source, idm_users and idm_user_count.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     resourcebase.Resources{newResource},
		ListResources: resourcebase.ListResources{newLister},
		DataSources:   resourcebase.DataSources{newDataSource, newUsersDataSource, newCountDataSource},
	}
}
