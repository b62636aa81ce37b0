// Package client is the noun client: a tenant of the service, which is read and never changed.
package client

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_client and idm_clients.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{DataSources: []func() datasource.DataSource{newDataSource, newListDataSource}}
}
