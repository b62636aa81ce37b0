package policy

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newDataSource() datasource.DataSource {
	return &resourcebase.ObjectDataSource{
		DataSource:  resourcebase.DataSource{Noun: "policy", Release: diagnostics.ReleaseOf(objecttype.Policy)},
		Description: "Reads one policy of a client.",
		Key:         resourcebase.InClient().By("ext_id", "External ID of the policy."),
		Attributes:  dataAttributes(),
		Get: func(ctx context.Context, api *idm.API, key []string) (any, error) {
			policy, err := idm.PolicyOps.Get(ctx, api, idm.In(key[0]), key[1])
			return withDefault(policy), err
		},
	}
}

func newPoliciesDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "policies", Release: diagnostics.ReleaseOf(objecttype.Policy)},
		Description: "Lists the policies of a client.",
		Key:         resourcebase.InClient(),
		Name:        "policies",
		Attribute:   attrs.ComputedList("The policies of the client, in the order of the service.", dataAttributes()),
		List: func(ctx context.Context, api *idm.API, key []string) (any, error) {
			policies, err := idm.Complete(idm.PolicyOps.List(ctx, api, idm.In(key[0])))
			for i, policy := range policies {
				policies[i] = withDefault(policy)
			}
			return policies, err
		},
	}
}

// withDefault returns a policy that shows whether it is the default of its type: the service may
// leave false out.
func withDefault(p idm.Policy) idm.Policy {
	p.DefaultPolicy = new(p.DefaultPolicy != nil && *p.DefaultPolicy)
	return p
}
