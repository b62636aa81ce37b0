package profile

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/framework"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// current reads the profile of a model as it is now, with its version.
func (r *profileResource) current(ctx context.Context, m *model) func() (framework.Found[idm.Profile], error) {
	return func() (framework.Found[idm.Profile], error) {
		found := *m
		profile, err := r.API.Profile(ctx, m.ClientExtID.ValueString(), m.ExtID.ValueString())
		if err == nil {
			found.read(profile)
		}
		return framework.Found[idm.Profile]{Object: profile, Model: &found, Version: profile.Version}, err
	}
}

func (r *profileResource) send(ctx context.Context, change framework.Change, version int64, state *model, patch idm.ProfilePatch) (idm.Profile, error) {
	return framework.Send(ctx, change, version, func(version int64) (idm.Profile, error) {
		patch.Version = version
		return r.API.UpdateProfile(ctx, state.ClientExtID.ValueString(), state.ExtID.ValueString(), patch)
	}, r.current(ctx, state))
}

// move puts the profile into the planned unit. A move carries no version, so the profile is read before it, unless state was read just now: one that somebody
// else moved to another unit stays there, one that is where it is wanted needs no call.
func (r *profileResource) move(ctx context.Context, change framework.Change, plan, state *model, stale bool) error {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	if stale {
		profile, err := r.API.Profile(ctx, client, extID)
		if err != nil {
			return err
		}
		state.read(profile)
	}
	if err := change.Conflict(ctx, state, "unit_ext_id"); err != nil || plan.UnitExtID.Equal(state.UnitExtID) {
		return err
	}
	return r.API.SetProfileUnit(ctx, client, extID, plan.UnitExtID.ValueString())
}
