package password

import (
	"context"
	"errors"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

const policyType = "PwdPolicy"

// create sends the create, and finds the password again when the answer is lost: by the external id
// that was sent, unless the user had a password before.
func (r *passwordResource) create(ctx context.Context, plan *model, password string, existed bool) error {
	sent := plan.ExtID.ValueString()
	_, err := r.CreateUnique(ctx, func() (string, error) { return sent, r.post(ctx, plan, password) }, func() (string, error) {
		if existed {
			return "", nil
		}
		credential, err := r.API.Password(ctx, plan.ClientExtID.ValueString(), plan.UserExtID.ValueString())
		if errors.Is(err, idm.ErrNoRecord) || err == nil && credential.ExtID != sent {
			return "", nil
		}
		return credential.ExtID, err
	})
	return err
}

// post sends the create. A password of the service's own making is of no use to anybody here, so it
// is taken away again.
func (r *passwordResource) post(ctx context.Context, plan *model, password string) error {
	client, user, policy := plan.ClientExtID.ValueString(), plan.UserExtID.ValueString(), plan.PolicyExtID.ValueString()
	made, err := r.API.CreatePassword(ctx, client, user, plan.create(password))
	if err != nil || made.IsZero() || made.Equal(idm.NewSecret(password)) {
		return r.RefusedPassword(ctx, err, client, policy, policyType)
	}
	if err := r.API.DeletePassword(ctx, client, user); err != nil {
		return err
	}
	return r.GeneratedPassword(ctx, client, policy, policyType)
}

// exists reports whether the user has a password.
func (r *passwordResource) exists(ctx context.Context, plan *model) bool {
	_, err := r.API.Password(ctx, plan.ClientExtID.ValueString(), plan.UserExtID.ValueString())
	return err == nil
}
