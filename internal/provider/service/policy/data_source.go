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
			policy, err := api.Policy(ctx, key[0], key[1])
			return newDataModel(key[0])(policy), err
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
			return attrs.Collect(api.Policies(ctx, key[0]), newDataModel(key[0]))
		},
	}
}
