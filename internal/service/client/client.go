// Package client is the noun client: a tenant of the service, which is read and never changed.
package client

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/framework"
)

// Noun registers idm_client and idm_clients.
func Noun() framework.Noun {
	return framework.Noun{DataSources: []func() datasource.DataSource{newDataSource, newListDataSource}}
}
