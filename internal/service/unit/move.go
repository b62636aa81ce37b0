package unit

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/framework"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// current reads the unit of a model as it is now, with its version.
func (r *unitResource) current(ctx context.Context, m *model) func() (framework.Found[idm.Unit], error) {
	return func() (framework.Found[idm.Unit], error) {
		found := *m
		unit, err := r.API.Unit(ctx, m.ClientExtID.ValueString(), m.ExtID.ValueString())
		if err == nil {
			found.read(unit)
		}
		return framework.Found[idm.Unit]{Object: unit, Model: &found, Version: unit.Version}, err
	}
}

// above is the unit above the unit of a model, whose version a change of its subunits may advance.
func (m *model) above() framework.Object {
	return framework.ObjectOf("unit", m.ClientExtID.ValueString(), m.ParentUnitExtID.ValueString())
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
