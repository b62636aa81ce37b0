// Package unit implements the noun unit: an organizational unit of a client, with at most one
// parent.
package unit

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_unit and idm_units.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     resourcebase.Resources{newResource},
		DataSources:   resourcebase.DataSources{newDataSource, newUnitsDataSource},
		ListResources: resourcebase.ListResources{newLister},
	}
}
