package contextpassword

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// rotate sets the password and reads the credential, whose version moves along.
func (r *contextPasswordResource) rotate(ctx context.Context, state *model, password string) (idm.Credential, error) {
	client, user, extID := state.KeyValues()[0], state.KeyValues()[1], state.KeyValues()[2]
	policy := state.PolicyExtID.ValueString()
	err := r.Repeat(ctx, func() error {
		err := r.API.ChangeContextPassword(ctx, client, user, extID, idm.PasswordChange{NewPassword: password})
		return r.RefusedPassword(ctx, err, client, policy, policyType)
	})
	if err != nil {
		return idm.Credential{}, err
	}
	return r.API.ContextPassword(ctx, client, user, extID)
}

// patch sends what an update changes, but for the password.
func (r *contextPasswordResource) patch(
	ctx context.Context, update write.Update, state *model, patch idm.CredentialPatch,
) (credential idm.Credential, err error) {
	client, user, extID := state.KeyValues()[0], state.KeyValues()[1], state.KeyValues()[2]
	err = update.PatchWithConflictCheck(ctx, func(version int64) (err error) {
		patch.Version = version
		credential, err = r.API.UpdateContextPassword(ctx, client, user, extID, patch)
		return err
	}, func() (_ any, version int64, err error) {
		credential, err = r.API.ContextPassword(ctx, client, user, extID)
		remote := *state
		if err == nil {
			remote.read(credential)
		}
		return &remote, credential.Version, err
	})
	return credential, err
}
