package password

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// patch sends what an update changes.
func (r *passwordResource) patch(
	ctx context.Context, update write.Update, state *model, patch idm.CredentialPatch,
) (credential idm.Credential, err error) {
	client, user := state.ClientExtID.ValueString(), state.UserExtID.ValueString()
	err = update.PatchWithConflictCheck(ctx, func(version int64) (err error) {
		patch.Version = version
		credential, err = r.API.UpdatePassword(ctx, client, user, patch)
		return err
	}, func() (_ any, version int64, err error) {
		credential, err = r.API.Password(ctx, client, user)
		remote := *state
		if err == nil {
			remote.read(credential)
		}
		return &remote, credential.Version, err
	})
	return credential, err
}
