// Package policy implements the noun policy: the rules of a client, for example for its passwords.
package policy

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// Noun registers idm_policy, its data source and idm_policies.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources:     []func() resource.Resource{newResource},
		DataSources:   []func() datasource.DataSource{newDataSource, newPoliciesDataSource},
		ListResources: []func() list.ListResource{newLister},
	}
}
