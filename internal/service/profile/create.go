package profile

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// createOps returns the operations that create the profile, and find it after a lost response.
func (r *profileResource) createOps(ctx context.Context, plan *model) write.CreateOps {
	client := plan.ClientExtID.ValueString()
	return write.CreateOps{
		Post: func() (string, error) {
			return r.API.CreateProfile(ctx, client, plan.UserExtID.ValueString(), plan.create())
		},
		Get: func(extID string) (any, error) {
			made := *plan
			profile, err := r.API.Profile(ctx, client, extID)
			made.read(profile)
			return &made, err
		},
		Delete: func(extID string) error { return r.API.DeleteProfile(ctx, client, extID) },
	}
}
