// Package unit implements the noun unit: an organizational unit of a client, with at most one
// parent.
package unit

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_unit and idm_units.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     []func() resource.Resource{newResource},
		DataSources:   []func() datasource.DataSource{newDataSource, newUnitsDataSource},
		ListResources: []func() list.ListResource{newLister},
	}
}
