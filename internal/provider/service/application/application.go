// Package application implements the noun application: a system to which roles grant access. It
// belongs to no client.
package application

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_application and its data source.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     resourcebase.Resources{newResource},
		DataSources:   resourcebase.DataSources{newDataSource},
		ListResources: resourcebase.ListResources{newLister},
	}
}
