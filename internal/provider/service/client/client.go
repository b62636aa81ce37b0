// Package client implements the noun client: a tenant of the service.
package client

import (
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers the resource and the data source idm_client, and idm_clients.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:   resourcebase.Resources{newResource},
		DataSources: resourcebase.DataSources{newDataSource, newClientsDataSource},
		ListResources: resourcebase.ListResources{
			listresource.All[model](idm.ClientOps,
				"Finds the clients, the tenants of the service, that the caller may see, for `terraform query`."),
		},
	}
}
