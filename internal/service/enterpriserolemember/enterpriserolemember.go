// Package enterpriserolemember implements the noun enterprise role member: one role of an
// enterprise role.
package enterpriserolemember

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_enterprise_role_member and the data source idm_enterprise_role_members.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     []func() resource.Resource{newResource},
		DataSources:   []func() datasource.DataSource{newMembersDataSource},
		ListResources: []func() list.ListResource{newLister},
	}
}
