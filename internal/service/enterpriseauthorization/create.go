package enterpriseauthorization

import (
	"context"
	"iter"

	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// createOps returns the operations that create the enterprise authorization, and find it after a
// lost response.
func (r *enterpriseAuthorizationResource) createOps(ctx context.Context, plan *model) write.CreateOps {
	client, profile := plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString()
	return write.CreateOps{
		Post: func() (string, error) {
			return r.API.CreateEnterpriseAuthorization(ctx, client, profile, plan.create())
		},
		Get: func(extID string) (any, error) {
			made := *plan
			authorization, err := r.API.EnterpriseAuthorization(ctx, client, profile, extID)
			made.Read(authorization)
			return &made, err
		},
		ListGrants: resourcebase.ListGrants(func(ctx context.Context) iter.Seq2[grants.Grant, error] { return r.granted(ctx, plan) }),
		Role:       plan.EnterpriseRoleExtID.ValueString(),
	}
}
