package unit

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// patch sends what an update changes, but for a move.
func (r *unitResource) patch(ctx context.Context, update write.Update, state *model, patch idm.UnitPatch) (unit idm.Unit, err error) {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	err = update.PatchWithConflictCheck(ctx, func(version int64) (err error) {
		patch.Version = version
		unit, err = r.API.UpdateUnit(ctx, client, extID, patch)
		return err
	}, func() (_ any, version int64, err error) {
		unit, err = r.API.Unit(ctx, client, extID)
		remote := *state
		if err == nil {
			remote.read(unit)
		}
		return &remote, unit.Version, err
	})
	return unit, err
}

// saveStep records what a step of an update led to, or says why it failed.
func (r *unitResource) saveStep(ctx context.Context, to resourcebase.ResponseState, state *model, verb string, unit idm.Unit, err error) diag.Diagnostics {
	if err != nil {
		return diag.Diagnostics{r.Failed(verb, state, err)}
	}
	state.read(unit)
	return r.Save(ctx, to, state, unit.Version)
}

// move puts the unit below the planned parent, or makes it a root, and reads it. A move carries no version, so the unit is
// read before it, unless state was read just now: one that somebody else moved to another place stays there, one that is
// where it is desired needs no call. The verb is the step that failed.
func (r *unitResource) move(ctx context.Context, update write.Update, plan, state *model, stale bool) (verb string, _ idm.Unit, _ error) {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	if stale {
		unit, err := r.API.Unit(ctx, client, extID)
		if err != nil {
			return "move", unit, err
		}
		state.read(unit)
	}
	err := update.Conflict(ctx, state, "parent_unit_ext_id")
	switch {
	case err != nil || plan.ParentUnitExtID.Equal(state.ParentUnitExtID):
	case plan.ParentUnitExtID.IsNull():
		err = r.API.DetachUnit(ctx, client, state.ParentUnitExtID.ValueString(), extID)
	default:
		err = r.API.MoveUnit(ctx, client, plan.ParentUnitExtID.ValueString(), extID)
	}
	if err != nil {
		return "move", idm.Unit{}, err
	}
	unit, err := r.API.Unit(ctx, client, extID)
	return "read", unit, err
}
