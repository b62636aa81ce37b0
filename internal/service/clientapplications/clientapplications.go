// Package clientapplications implements the noun client applications: all applications of a client.
package clientapplications

import (
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_client_applications.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     []func() resource.Resource{newResource},
		ListResources: []func() list.ListResource{newLister},
	}
}
