package devicepassword

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// rotate sets the password and reads the credential, whose version moves along.
func (r *devicePasswordResource) rotate(ctx context.Context, state *model, password string) (idm.Credential, error) {
	client, user, extID := state.KeyValues()[0], state.KeyValues()[1], state.KeyValues()[2]
	policy := state.PolicyExtID.ValueString()
	err := r.Repeat(ctx, func() error {
		made, err := r.API.ChangeDevicePassword(ctx, client, user, extID, idm.PasswordChange{NewPassword: password})
		if err == nil && !made.IsZero() && !made.Equal(idm.NewSecret(password)) {
			return r.GeneratedPassword(ctx, client, policy, policyType)
		}
		return r.RefusedPassword(ctx, err, client, policy, policyType)
	})
	if err != nil {
		return idm.Credential{}, err
	}
	return r.API.DevicePassword(ctx, client, user, extID)
}

// patch sends what an update changes, but for the password.
func (r *devicePasswordResource) patch(
	ctx context.Context, update write.Update, state *model, patch idm.CredentialPatch,
) (credential idm.Credential, err error) {
	client, user, extID := state.KeyValues()[0], state.KeyValues()[1], state.KeyValues()[2]
	err = update.PatchWithConflictCheck(ctx, func(version int64) (err error) {
		patch.Version = version
		credential, err = r.API.UpdateDevicePassword(ctx, client, user, extID, patch)
		return err
	}, func() (_ any, version int64, err error) {
		credential, err = r.API.DevicePassword(ctx, client, user, extID)
		remote := *state
		if err == nil {
			remote.read(credential)
		}
		return &remote, credential.Version, err
	})
	return credential, err
}
