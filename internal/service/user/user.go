// Package user implements the noun user: a person or a technical user of one client.
package user

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_user, its data source, idm_users and idm_user_count.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     []func() resource.Resource{newResource},
		ListResources: []func() list.ListResource{newLister},
		DataSources:   []func() datasource.DataSource{newDataSource, newUsersDataSource, newCountDataSource},
	}
}
