package profile

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// createOps returns the operations that create the profile, and find it after a lost response.
func (r *profileResource) createOps(ctx context.Context, plan *model) write.CreateOps {
	client, user := plan.ClientExtID.ValueString(), plan.UserExtID.ValueString()
	created := func(profile idm.Profile) any {
		created := *plan
		created.Read(profile)
		return &created
	}
	return write.CreateOps{
		Post: func() (string, error) {
			return r.API.CreateProfile(ctx, client, user, plan.create())
		},
		Get: func(extID string) (any, error) {
			profile, err := r.API.Profile(ctx, client, extID)
			return created(profile), err
		},
		Siblings: resourcebase.Siblings(r.Type, idm.Place{Client: client, Owner: user}, r.API.UserProfiles(ctx, client, user), created),
	}
}
