package unit

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/framework"
)

// current reads the unit of a model as it is now, with its version.
func (r *unitResource) current(ctx context.Context, m *model) func() (framework.Keyed, int64, error) {
	return func() (framework.Keyed, int64, error) {
		found := *m
		unit, err := r.API.Unit(ctx, m.ClientExtID.ValueString(), m.ExtID.ValueString())
		if err == nil {
			found.read(unit)
		}
		return &found, unit.Version, err
	}
}

// move puts the unit below the planned parent, or makes it a root. A move carries no version, so the unit is read before it, unless state was read just now:
// one that somebody else moved to another place stays there, one that is where it is wanted needs no call.
func (r *unitResource) move(ctx context.Context, change framework.Change, plan, state *model, stale bool) error {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	if stale {
		unit, err := r.API.Unit(ctx, client, extID)
		if err != nil {
			return err
		}
		state.read(unit)
	}
	if err := change.Conflict(ctx, state, "parent_unit_ext_id"); err != nil {
		return err
	}
	switch {
	case plan.ParentUnitExtID.Equal(state.ParentUnitExtID):
		return nil
	case plan.ParentUnitExtID.IsNull():
		return r.API.DetachUnit(ctx, client, state.ParentUnitExtID.ValueString(), extID)
	}
	return r.API.MoveUnit(ctx, client, plan.ParentUnitExtID.ValueString(), extID)
}
