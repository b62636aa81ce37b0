package profile

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
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
			input := plan.patchFrom(&model{})
			input.UnitExtID = attrs.Patch(plan.UnitExtID, types.StringNull())
			return r.API.CreateProfile(ctx, client, user, input)
		},
		Get: func(extID string) (any, error) {
			profile, err := r.API.Profile(ctx, client, extID)
			return created(profile), err
		},
		Siblings: resourcebase.Siblings(r.Type, idm.Place{Client: client, Owner: user}, r.API.UserProfiles(ctx, client, user), created),
	}
}
