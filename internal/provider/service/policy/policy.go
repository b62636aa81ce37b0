// Package policy implements the noun policy: the rules of a client, for example for its passwords.
package policy

import (
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listresource"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Noun registers idm_policy, its data source and idm_policies.
func Noun() resourcebase.Noun {
	return resourcebase.Noun{
		Resources: resourcebase.Resources{newResource},
		DataSources: resourcebase.DataSources{
			resourcebase.One(idm.PolicyOps, "Reads one policy of a client.", dataAttributes()),
			resourcebase.All(idm.PolicyOps, "policies", "policies", "Lists the policies of a client.", dataAttributes()),
		},
		ListResources: resourcebase.ListResources{
			listresource.All[model](idm.PolicyOps,
				"Finds the policies of a client, for `terraform query`."),
		},
	}
}
