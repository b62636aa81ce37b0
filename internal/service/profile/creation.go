package profile

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/framework"
)

// creation is how the profile is made, and found again when the answer is lost.
func (r *profileResource) creation(ctx context.Context, plan *model) framework.Creation {
	client := plan.ClientExtID.ValueString()
	return framework.Creation{
		Send: func() (string, error) {
			return r.API.CreateProfile(ctx, client, plan.UserExtID.ValueString(), plan.create())
		},
		Find: func(extID string) (framework.Keyed, error) {
			made := *plan
			profile, err := r.API.Profile(ctx, client, extID)
			made.read(profile)
			return &made, err
		},
		Withdraw: func(extID string) error { return r.API.DeleteProfile(ctx, client, extID) },
	}
}
