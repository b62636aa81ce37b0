package authorization

import (
	"context"
	"iter"

	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// createOps is how the authorization is made, and found again when the answer is lost; chosen says
// that the configuration gives the external ID.
func (r *authorizationResource) createOps(ctx context.Context, plan *model, chosen bool) write.CreateOps {
	client, profile := plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString()
	return write.CreateOps{
		Post: func() (string, error) { return r.grant(ctx, plan, chosen) },
		Get: func(extID string) (any, error) {
			made := *plan
			authorization, err := r.API.Authorization(ctx, client, profile, extID)
			made.read(authorization)
			return &made, err
		},
		ListGrants: resourcebase.ListGrants(func(ctx context.Context) iter.Seq2[idm.Authorization, error] {
			return r.API.Authorizations(ctx, client, profile)
		}, func(a idm.Authorization) grants.Grant { return grants.Grant{ExtID: a.ExtID, RoleExtID: a.RoleExtID} }),
		Role: plan.RoleExtID.ValueString(),
	}
}
