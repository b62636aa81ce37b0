package authorization

import (
	"context"
	"iter"

	"github.com/identity-iac/terraform-provider-idm/internal/framework"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// creation is how the authorization is made, and found again when the answer is lost; chosen says that the configuration gives the external id.
func (r *authorizationResource) creation(ctx context.Context, plan *model, chosen bool) framework.Creation {
	client, profile := plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString()
	return framework.Creation{
		Send: func() (string, error) { return r.grant(ctx, plan, chosen) },
		Find: func(extID string) (framework.Keyed, error) {
			made := *plan
			authorization, err := r.API.Authorization(ctx, client, profile, extID)
			made.read(authorization)
			return &made, err
		},
		Granted: func() iter.Seq2[framework.Grant, error] {
			return framework.Grants(r.API.Authorizations(ctx, client, profile), func(a idm.Authorization) framework.Grant {
				return framework.Grant{ExtID: a.ExtID, RoleExtID: a.RoleExtID}
			})
		},
		Role: plan.RoleExtID.ValueString(),
	}
}
