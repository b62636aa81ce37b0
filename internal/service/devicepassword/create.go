package devicepassword

import (
	"context"
	"errors"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

const policyType = "DevicePasswordPolicy"

// createOps is how the device password is made, and found again when the answer is lost.
func (r *devicePasswordResource) createOps(ctx context.Context, plan *model, password string, existed bool) write.CreateOps {
	client, user := plan.ClientExtID.ValueString(), plan.UserExtID.ValueString()
	duplicate := false
	return write.CreateOps{
		Post: func() (string, error) {
			extID, err := r.post(ctx, plan, password)
			duplicate = errors.Is(err, idm.ErrDuplicate)
			return extID, err
		},
		Get: func(extID string) (any, error) {
			if existed && !duplicate {
				return nil, errTaken
			}
			made := *plan
			credential, err := r.API.DevicePassword(ctx, client, user, extID)
			made.read(credential)
			return &made, err
		},
		Delete: func(extID string) error { return r.API.DeleteDevicePassword(ctx, client, user, extID) },
	}
}

// post sends the create. A password of the service's own making is of no use to anybody here, so it
// is taken away again.
func (r *devicePasswordResource) post(ctx context.Context, plan *model, password string) (string, error) {
	client, user, policy := plan.ClientExtID.ValueString(), plan.UserExtID.ValueString(), plan.PolicyExtID.ValueString()
	extID, made, err := r.API.CreateDevicePassword(ctx, client, user, plan.create(password))
	if err != nil || made.IsZero() || made.Equal(idm.NewSecret(password)) {
		return extID, r.RefusedPassword(ctx, err, client, policy, policyType)
	}
	if err := r.API.DeleteDevicePassword(ctx, client, user, extID); err != nil {
		return "", err
	}
	return "", r.GeneratedPassword(ctx, client, policy, policyType)
}

// errTaken keeps a device password that was there before a create whose answer is lost from being
// accepted as the created one: its password is another one, and no read shows that.
var errTaken = errors.New("a device password with this external id was there before")

// exists reports whether there is a device password with the external id of a plan.
func (r *devicePasswordResource) exists(ctx context.Context, plan *model) bool {
	_, err := r.API.DevicePassword(ctx, plan.ClientExtID.ValueString(), plan.UserExtID.ValueString(), plan.ExtID.ValueString())
	return err == nil
}
