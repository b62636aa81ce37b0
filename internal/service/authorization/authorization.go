// Package authorization implements the noun authorization: the grant of a role to a profile.
package authorization

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_authorization and idm_authorizations.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     []func() resource.Resource{newResource},
		DataSources:   []func() datasource.DataSource{newDataSource, newAuthorizationsDataSource},
		ListResources: []func() list.ListResource{newLister},
	}
}
