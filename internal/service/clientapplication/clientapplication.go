// Package clientapplication implements the noun client application: the assignment of an
// application to a client.
package clientapplication

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_client_application and idm_applications.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     []func() resource.Resource{newResource},
		DataSources:   []func() datasource.DataSource{newApplicationsDataSource},
		ListResources: []func() list.ListResource{newLister},
	}
}
