package unit

import (
	"context"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// A tree of units may be one resource with for_each, whose instances a CLI creates in any order.
// A call waits until the parent exists. While the calls that wait occupy all parallel operations of
// the CLI, all but one return, and the call that creates the parent also creates their units.

// lacksParent reports whether a write failed because the parent of a unit does not exist.
func (r *unitResource) lacksParent(ctx context.Context, plan *model, err error) bool {
	if !errors.Is(err, idm.ErrNoRecord) || plan.ParentUnitExtID.ValueString() == "" {
		return false
	}
	_, err = r.API.Unit(ctx, plan.ClientExtID.ValueString(), plan.ParentUnitExtID.ValueString())
	return err == nil || errors.Is(err, idm.ErrNoRecord)
}

// await waits for the parent of a planned unit.
func (r *unitResource) await(ctx context.Context, plan *model, work write.Work) write.Awaited {
	return r.Writes.Await(ctx, plan.parentLock(), work)
}

// created reports a create, and runs the creates that waited for it.
func (r *unitResource) created(ctx context.Context, plan *model, diags diag.Diagnostics, err error) diag.Diagnostics {
	if err != nil {
		diags.Append(r.Failure("create", plan, err).NotCreated())
	}
	diags.Append(r.Writes.Release(ctx, r.LockKey(plan), !diags.HasError())...)
	return diags
}

// createLater creates a unit whose own call has returned. The state already records the unit; if
// the create fails, the next refresh removes it from the state.
func (r *unitResource) createLater(ctx context.Context, planned tfsdk.Plan, plan model, to resourcebase.ResponseState,
	failed error) diag.Diagnostics {
	if failed == nil {
		diags, err := r.create(ctx, planned, plan, to)
		return r.created(ctx, &plan, diags, err)
	}
	diags := diag.Diagnostics{r.Failed("create", &plan, fmt.Errorf("the parent %q: %w. The state may list this unit until the next plan, "+
		"which creates it", plan.ParentUnitExtID.ValueString(), failed))}
	return r.created(ctx, &plan, diags, nil)
}

// moveBelowNew moves a unit below a parent that this run has yet to create, in this call or in the
// call that creates the parent.
func (r *unitResource) moveBelowNew(ctx context.Context, update write.Update, plan, state model,
	to resourcebase.ResponseState) (diags diag.Diagnostics) {
	wait := r.await(ctx, &plan, func(ctx context.Context, failed error) diag.Diagnostics {
		later := state
		verb, _, err := r.moveLocked(ctx, update, &plan, &later, failed)
		if err != nil {
			return diag.Diagnostics{r.Failure(verb, &later, err).NotUpdated(func() (string, error) { return "", nil })}
		}
		return nil
	})
	if wait.Later {
		return r.Save(ctx, to, &plan, 0)
	}
	verb, unit, err := r.moveLocked(ctx, update, &plan, &state, wait.Err)
	diags.Append(r.saveStep(ctx, to, &plan, &state, verb, unit, err)...)
	diags.Append(r.Writes.Finish(ctx, wait)...)
	return diags
}

// moveAfterOthers moves a unit. The service refuses a unit below its own descendant until the run
// has moved that one, and next to another unit with its name.
func (r *unitResource) moveAfterOthers(ctx context.Context, update write.Update, plan, state *model) (verb string, unit idm.Unit, err error) {
	err = r.Writes.Repeat(ctx, nil, func() error {
		verb, unit, err = r.moveLocked(ctx, update, plan, state, nil)
		return err
	}, func(err error) bool { return errors.Is(err, idm.ErrInvalid) || errors.Is(err, idm.ErrDuplicate) })
	return verb, unit, err
}

// moveLocked calls move with the required locks, unless the parent was not created.
func (r *unitResource) moveLocked(ctx context.Context, update write.Update, plan, state *model, failed error) (string, idm.Unit, error) {
	var diags diag.Diagnostics
	defer r.LockExclusive(ctx, &diags, r.LockKey(state), state.parentLock(), plan.parentLock()).Unlock()
	if failed != nil {
		return "move", idm.Unit{}, fmt.Errorf("the new parent %q does not exist, and %w; the unit was not moved. "+
			"Correct parent_unit_ext_id, or declare that unit", plan.ParentUnitExtID.ValueString(), failed)
	}
	if diags.HasError() {
		return "move", idm.Unit{}, ctx.Err()
	}
	return r.move(ctx, update, plan, state)
}
