// Package clientapplication implements the noun client application: the assignment of an
// application to a client.
package clientapplication

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_client_application and idm_applications.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     resourcebase.Resources{newResource},
		DataSources:   resourcebase.DataSources{newApplicationsDataSource},
		ListResources: resourcebase.ListResources{newLister},
	}
}
