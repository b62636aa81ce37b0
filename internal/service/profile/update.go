package profile

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// splitArchive takes the archiving out of a patch that goes with a move: an archived profile cannot
// be moved any more.
func splitArchive(patch idm.ProfilePatch, moves bool) (first, last idm.ProfilePatch) {
	if moves && patch.ProfileState == idm.Set(archived) {
		patch.ProfileState, last.ProfileState = last.ProfileState, patch.ProfileState
	}
	return patch, last
}

// sendPatch sends what an update changes, but for a move.
func (r *profileResource) sendPatch(ctx context.Context, update write.Update, state *model, patch idm.ProfilePatch) (profile idm.Profile,
	err error) {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	err = update.PatchWithConflictCheck(ctx, func(version int64) (err error) {
		patch.Version = version
		profile, err = r.API.UpdateProfile(ctx, client, extID, patch)
		return err
	}, func() (_ any, version int64, err error) {
		profile, err = r.API.Profile(ctx, client, extID)
		remote := *state
		if err == nil {
			remote.read(profile)
		}
		return &remote, profile.Version, err
	})
	return profile, err
}

// saveStep records what a step of an update led to, or says why it failed.
func (r *profileResource) saveStep(ctx context.Context, to resourcebase.ResponseState, state *model, verb string, profile idm.Profile,
	err error) diag.Diagnostics {
	if err != nil {
		return diag.Diagnostics{r.Failed(verb, state, err)}
	}
	state.read(profile)
	return r.Save(ctx, to, state, profile.Version)
}

// move puts the profile into the planned unit and reads it. A move carries no version, so the
// profile is read before it, unless state was read just now: one that somebody else moved to
// another unit stays there, one that is where it is desired needs no call. The verb is the step
// that failed.
func (r *profileResource) move(ctx context.Context, update write.Update, plan, state *model, stale bool) (verb string, _ idm.Profile,
	_ error) {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	if stale {
		profile, err := r.API.Profile(ctx, client, extID)
		if err != nil {
			return "move", profile, err
		}
		state.read(profile)
	}
	err := update.Conflict(ctx, state, "unit_ext_id")
	if err == nil && !plan.UnitExtID.Equal(state.UnitExtID) {
		err = r.API.SetProfileUnit(ctx, client, extID, plan.UnitExtID.ValueString())
	}
	if err != nil {
		return "move", idm.Profile{}, err
	}
	r.Writes.NoteMoved()
	profile, err := r.API.Profile(ctx, client, extID)
	return "read", profile, err
}
