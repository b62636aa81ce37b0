// Package clientapplications implements the noun client applications: all applications of a client.
package clientapplications

import "github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"

// Noun registers idm_client_applications.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     resourcebase.Resources{newResource},
		ListResources: resourcebase.ListResources{newLister},
	}
}
