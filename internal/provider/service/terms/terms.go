// Package terms implements the noun terms: conditions of use that users accept. They belong to no
// client, and the service never deletes them.
package terms

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_terms and the data source of all terms.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     resourcebase.Resources{newResource},
		DataSources:   resourcebase.DataSources{newDataSource},
		ListResources: resourcebase.ListResources{newLister},
	}
}
