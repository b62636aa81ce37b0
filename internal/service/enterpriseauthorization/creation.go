package enterpriseauthorization

import (
	"context"
	"iter"

	"github.com/identity-iac/terraform-provider-idm/internal/framework"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// creation is how the enterprise authorization is made, and found again when the answer is lost.
func (r *enterpriseAuthorizationResource) creation(ctx context.Context, plan *model) framework.Creation {
	client, profile := plan.ClientExtID.ValueString(), plan.ProfileExtID.ValueString()
	return framework.Creation{
		Send: func() (string, error) {
			return r.API.CreateEnterpriseAuthorization(ctx, client, profile, plan.create())
		},
		Find: func(extID string) (framework.Keyed, error) {
			made := *plan
			authorization, err := r.API.EnterpriseAuthorization(ctx, client, profile, extID)
			made.read(authorization)
			return &made, err
		},
		Granted: func() iter.Seq2[framework.Grant, error] {
			return framework.Grants(r.API.EnterpriseAuthorizations(ctx, client, profile), func(a idm.EnterpriseAuthorization) framework.Grant {
				return framework.Grant{ExtID: a.ExtID, RoleExtID: a.EnterpriseRoleExtID}
			})
		},
		Role: plan.EnterpriseRoleExtID.ValueString(),
	}
}
