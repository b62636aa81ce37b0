package profile

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// splitArchive separates archiving from a patch that accompanies a move, because an archived
// profile cannot be moved.
func splitArchive(patch idm.ProfileInput, moves bool) (first, last idm.ProfileInput) {
	if moves && patch.ProfileState == idm.Set(archived) {
		patch.ProfileState, last.ProfileState = last.ProfileState, patch.ProfileState
	}
	return patch, last
}

// sendPatch sends the changes of an update, except for a move.
func (r *profileResource) sendPatch(ctx context.Context, update write.Update, state *model, patch idm.ProfileInput) (profile idm.Profile,
	err error) {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	err = update.PatchWithConflictCheck(ctx, func(version int64) (err error) {
		profile, err = idm.ProfileWrites.Update(ctx, r.API, idm.In(client), extID, version, patch)
		return err
	}, func() (_ any, version int64, err error) {
		profile, err = idm.ProfileOps.Get(ctx, r.API, idm.In(client), extID)
		remote := *state
		if err == nil {
			remote.Read(profile)
		}
		return &remote, profile.Version, err
	})
	return profile, err
}

// saveStep records the result of a step of an update, or explains its failure.
func (r *profileResource) saveStep(ctx context.Context, to resourcebase.ResponseState, state *model, verb string, profile idm.Profile,
	err error) diag.Diagnostics {
	if err != nil {
		return diag.Diagnostics{r.Failed(verb, state, err)}
	}
	return r.Save(ctx, to, state, state.Read(profile))
}

// move moves the profile into the planned unit and reads it. A move has no version, so move reads
// the profile first unless state is current. It keeps the unit if another writer has moved the
// profile, and makes no call if the profile is already in the planned unit. The returned verb names
// the failed step.
func (r *profileResource) move(ctx context.Context, update write.Update, plan, state *model, stale bool) (verb string, _ idm.Profile,
	_ error) {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	if stale {
		profile, err := idm.ProfileOps.Get(ctx, r.API, idm.In(client), extID)
		if err != nil {
			return "move", profile, err
		}
		state.Read(profile)
	}
	err := update.Conflict(ctx, state, "unit_ext_id")
	if err == nil && !plan.UnitExtID.Equal(state.UnitExtID) {
		err = r.API.SetProfileUnit(ctx, client, extID, plan.UnitExtID.ValueString())
	}
	if err != nil {
		return "move", idm.Profile{}, err
	}
	profile, err := idm.ProfileOps.Get(ctx, r.API, idm.In(client), extID)
	return "read", profile, err
}
