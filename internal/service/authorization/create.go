package authorization

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// createOps returns the operations that create the authorization, and find it after a lost
// response; chosen reports whether the configuration sets the external ID.
func (r *authorizationResource) createOps(ctx context.Context, plan *model, chosen bool) write.CreateOps {
	client, profile := plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString()
	created := func(authorization idm.Authorization) any {
		created := *plan
		created.Read(authorization)
		return &created
	}
	return write.CreateOps{
		Post: func() (string, error) { return r.grant(ctx, plan, chosen) },
		Get: func(extID string) (any, error) {
			authorization, err := r.API.Authorization(ctx, client, profile, extID)
			return created(authorization), err
		},
		Siblings: resourcebase.Siblings(r.Type, idm.Place{Client: client, Owner: profile},
			r.API.Authorizations(ctx, client, profile), created),
	}
}
