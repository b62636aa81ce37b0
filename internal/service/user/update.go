package user

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// sendPatch sends the changes of an update.
func (r *userResource) sendPatch(ctx context.Context, update write.Update, state *model, patch idm.UserPatch) (user idm.User,
	err error) {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	err = update.PatchWithConflictCheck(ctx, func(version int64) (err error) {
		patch.Version = version
		user, err = r.API.UpdateUser(ctx, client, extID, patch)
		return err
	}, func() (_ any, version int64, err error) {
		user, err = r.API.User(ctx, client, extID)
		remote := *state
		if err == nil {
			remote.Read(user)
		}
		return &remote, user.Version, err
	})
	return user, err
}
