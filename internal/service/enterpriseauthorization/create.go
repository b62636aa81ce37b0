package enterpriseauthorization

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// createOps returns the operations that create the enterprise authorization, and find it after a
// lost response.
func (r *enterpriseAuthorizationResource) createOps(ctx context.Context, plan *model) write.CreateOps {
	client, profile := plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString()
	created := func(authorization idm.EnterpriseAuthorization) any {
		created := *plan
		created.Read(authorization)
		return &created
	}
	return write.CreateOps{
		Post: func() (string, error) {
			return r.API.CreateEnterpriseAuthorization(ctx, client, profile, plan.create())
		},
		Get: func(extID string) (any, error) {
			authorization, err := r.API.EnterpriseAuthorization(ctx, client, profile, extID)
			return created(authorization), err
		},
		Siblings: resourcebase.Siblings(r.Type, idm.Place{Client: client, Owner: profile},
			r.API.EnterpriseAuthorizations(ctx, client, profile), created),
	}
}
