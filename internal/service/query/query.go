// Package query is the noun query: the full-text search over users, clients, units, applications and roles.
package query

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/framework"
)

// Noun registers idm_search.
func Noun() framework.Noun {
	return framework.Noun{DataSources: []func() datasource.DataSource{newDataSource}}
}
