// Package terms implements the noun terms: conditions of use that users accept. They belong to no
// client, and the service never deletes them.
package terms

import (
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_terms and the data source of all terms.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:   resourcebase.Resources{newResource},
		DataSources: resourcebase.DataSources{newDataSource},
		ListResources: resourcebase.ListResources{
			listresource.All[model](idm.TermsOps,
				"Finds all terms of the service, including inactive ones, for `terraform query`."),
		},
	}
}
