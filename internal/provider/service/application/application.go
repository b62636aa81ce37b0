// Package application implements the noun application: a system to which roles grant access. It
// belongs to no client.
package application

import (
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_application and its data source.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources: resourcebase.Resources{newResource},
		DataSources: resourcebase.DataSources{
			resourcebase.One(idm.ApplicationOps, "Reads one application of the service, assigned to a client or not.",
				attrs.ComputedApplication()),
		},
		ListResources: resourcebase.ListResources{
			listresource.All[model](idm.ApplicationOps,
				"Finds all applications of the service, assigned to a client or not, for `terraform query`."),
		},
	}
}
