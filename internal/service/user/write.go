package user

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// createOps is how the user is made, and found again when the answer is lost.
func (r *userResource) createOps(ctx context.Context, plan *resourceModel) write.CreateOps {
	client := plan.ClientExtID.ValueString()
	return write.CreateOps{
		Post: func() (string, error) { return r.API.CreateUser(ctx, client, plan.create()) },
		Get: func(extID string) (write.Model, error) {
			made := *plan
			user, err := r.API.User(ctx, client, extID)
			made.read(user)
			return &made, err
		},
		Delete: func(extID string) error { return r.API.DeleteUser(ctx, client, extID) },
	}
}

// patch sends what an update changes.
func (r *userResource) patch(ctx context.Context, update write.Update, state *resourceModel, patch idm.UserPatch) (idm.User, error) {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	return write.PatchWithConflictCheck(ctx, update, func(version int64) (idm.User, error) {
		patch.Version = version
		return r.API.UpdateUser(ctx, client, extID, patch)
	}, func() (write.Remote[idm.User], error) {
		user, err := r.API.User(ctx, client, extID)
		remote := *state
		if err == nil {
			remote.read(user)
		}
		return write.Remote[idm.User]{Object: user, Model: &remote, Version: user.Version}, err
	})
}
