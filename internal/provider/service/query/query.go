// Package query implements the noun query: the full-text search over users, clients, units,
// applications and roles.
package query

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_search.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{DataSources: resourcebase.DataSources{newDataSource}}
}
