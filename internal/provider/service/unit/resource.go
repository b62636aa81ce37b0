package unit

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

type unitResource struct{ resourcebase.Resource }

func newResource() resource.Resource {
	return &unitResource{base()}
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Subject: planchecks.Subject{Type: objecttype.Unit, Unusable: unusable, Inspect: inspect, Refuse: refuse,
		Unique: planchecks.Unique{Attr: "name", Scope: "parent_unit_ext_id", Where: "below its parent"}}}
}

func (r *unitResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "An organizational unit of a client, such as a department. Units form trees; a unit without a parent " +
			"is a root.\n\nA new `parent_unit_ext_id` moves the unit with its whole subtree.",
		Attributes: map[string]schema.Attribute{
			"id":            attrs.ID(r.Type.Key.Form()),
			"client_ext_id": attrs.ClientExtID(),
			"ext_id":        attrs.ExtID("unit"),
			"parent_unit_ext_id": attrs.OptionalText("External ID of the unit above this one. Without it, the unit is a root unit. " +
				"Changing it moves the unit with everything below it; a unit cannot be moved below itself."),
			"name": attrs.OptionalComputedText("Name of the unit, unique below its parent. Without it, the service generates one " +
				"from the " +
				"client's policy `application.generators.name.unit`, and later changes in the service are kept. It cannot be cleared."),
			"description":  attrs.OptionalText("Purpose of the unit."),
			"location":     attrs.OptionalText("Location of the unit, as free text."),
			"display_name": attrs.LocalizedText("Display name"),
			"abbreviation": attrs.LocalizedText("Short name"),
			"profileless": schema.BoolAttribute{
				Required: true,
				MarkdownDescription: "Whether the unit only groups other units, so that no profile may be assigned to it. " +
					"Some releases of the service do not allow a later change.",
			},
			"state": attrs.OptionalComputedText("`active` or `disabled`. A disabled unit accepts no profiles and no subunits. Only later "+
				"releases of the service support it. Without it, the service decides; the value is null if the service does not return it.",
				stringvalidator.OneOf("active", "disabled")),
			"validity":             attrs.Validity("unit"),
			"modification_comment": attrs.OptionalText("Comment on the last change of the unit."),
		},
	}
}

func (r *unitResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.ExtID = resourcebase.NewExtID(plan.ExtID)
	lock := r.LockShared(ctx, &resp.Diagnostics, plan.parentLock())
	defer lock.Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	ops := r.createOps(ctx, &plan)
	ops.Held = lock
	extID, err := r.Writes.CreateIdempotent(ctx, r.LockKey(&plan), req.Plan, ops)
	if err != nil {
		resp.Diagnostics.Append(r.Failure("create", &plan, err).NotCreated())
		return
	}
	plan.ExtID = types.StringValue(extID)
	to := resourcebase.CreateState(resp)
	resp.Diagnostics.Append(r.SaveKey(ctx, to, &plan)...)
	resp.Diagnostics.Append(r.VerifyExtID(ctx, to, req.Plan, extID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	unit, err := r.API.Unit(ctx, plan.ClientExtID.ValueString(), extID)
	if err != nil {
		resp.Diagnostics.Append(r.Failure("read", &plan, err).WarnReadAfterCreate())
		return
	}
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, plan.Read(unit))...)
	resp.Diagnostics.Append(r.Writes.VerifyCreate(ctx, req.Plan, &resp.State)...)
}

// createOps returns the operations that create the unit, and find it after a lost response.
func (r *unitResource) createOps(ctx context.Context, plan *model) write.CreateOps {
	client := plan.ClientExtID.ValueString()
	return write.CreateOps{
		Post: func() (string, error) {
			input := plan.patchFrom(&model{})
			input.ParentUnitExtID = attrs.Patch(plan.ParentUnitExtID, types.StringNull())
			return r.API.CreateUnit(ctx, client, input)
		},
		Get: func(extID string) (any, error) {
			made := *plan
			unit, err := r.API.Unit(ctx, client, extID)
			made.Read(unit)
			return &made, err
		},
		Unique: plan.Name.ValueString() != "",
		Holder: func() (string, error) { return r.holder(ctx, plan) },
	}
}

func (r *unitResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	resourcebase.ReadObject[model](ctx, &r.Resource, idm.UnitOps, req, resp, nil)
}

func (r *unitResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state), state.parentLock(), plan.parentLock())
	defer lock.Unlock()
	update := resourcebase.NewUpdate(ctx, req, lock, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	to, patch, moves := resourcebase.UpdateState(resp), plan.patchFrom(&state), !plan.ParentUnitExtID.Equal(state.ParentUnitExtID)
	if resourcebase.Changes(patch) {
		unit, err := r.sendPatch(ctx, update, &state, patch)
		here := plan
		here.ParentUnitExtID = state.ParentUnitExtID
		resp.Diagnostics.Append(r.saveStep(ctx, to, &here, &state, "update", unit, err)...)
	}
	if moves && !resp.Diagnostics.HasError() {
		var verb string
		var unit idm.Unit
		err := r.Writes.Repeat(ctx, lock, func() (err error) {
			verb, unit, err = r.move(ctx, update, &plan, &state)
			return err
		}, func(refused error) bool { return r.isBlocked(ctx, &plan, refused) })
		resp.Diagnostics.Append(r.saveStep(ctx, to, &plan, &state, verb, unit, err)...)
	}
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
	}
}

// sendPatch sends the changes of an update, except for a move.
func (r *unitResource) sendPatch(ctx context.Context, update write.Update, state *model, patch idm.UnitInput) (unit idm.Unit, err error) {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	err = update.PatchWithConflictCheck(ctx, func(version int64) (err error) {
		patch.Version = version
		unit, err = r.API.UpdateUnit(ctx, client, extID, patch)
		return err
	}, func() (_ any, version int64, err error) {
		unit, err = r.API.Unit(ctx, client, extID)
		remote := *state
		if err == nil {
			remote.Read(unit)
		}
		return &remote, unit.Version, err
	})
	return unit, err
}

// saveStep records the result of a step of an update to a desired unit, or explains its failure.
func (r *unitResource) saveStep(ctx context.Context, to resourcebase.ResponseState, desired, state *model, verb string, unit idm.Unit,
	err error) diag.Diagnostics {
	if err != nil {
		return diag.Diagnostics{r.Failure(verb, state, err).NotUpdated(func() (string, error) { return r.holder(ctx, desired) })}
	}
	return r.Save(ctx, to, state, state.Read(unit))
}

// isBlocked reports whether another change of the apply can make a refused move possible: a sibling
// has the unit's name, or the new parent is still below the unit. Any other refusal is final.
func (r *unitResource) isBlocked(ctx context.Context, plan *model, refused error) bool {
	if errors.Is(refused, idm.ErrDuplicate) || !errors.Is(refused, idm.ErrInvalid) {
		return errors.Is(refused, idm.ErrDuplicate)
	}
	client, passed := plan.ClientExtID.ValueString(), map[string]bool{}
	for at := plan.ParentUnitExtID.ValueString(); at != "" && !passed[at]; {
		if at == plan.ExtID.ValueString() {
			return true
		}
		passed[at] = true
		unit, err := r.API.Unit(ctx, client, at)
		if err != nil {
			return false
		}
		at = unit.ParentUnitExtID
	}
	return false
}

// move moves the unit below the planned parent, or makes it a root unit, and reads it. A move has
// no version, so move reads the unit first. It keeps the parent if another writer has moved the
// unit, and makes no call if the unit already has the planned parent. The returned verb names the
// failed step.
func (r *unitResource) move(ctx context.Context, update write.Update, plan, state *model) (verb string, _ idm.Unit, _ error) {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	unit, err := r.API.Unit(ctx, client, extID)
	if err != nil {
		return "move", unit, err
	}
	state.Read(unit)
	err = update.Conflict(ctx, state, "parent_unit_ext_id")
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
	unit, err = r.API.Unit(ctx, client, extID)
	return "read", unit, err
}

func (r *unitResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state), state.parentLock())
	defer lock.Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	err := r.DeleteUnlessDeclared(ctx, lock, &state, &resp.Diagnostics, func() error {
		return r.API.DeleteUnit(ctx, state.ClientExtID.ValueString(), state.ExtID.ValueString())
	})
	if err != nil {
		resp.Diagnostics.Append(r.Failure("delete", &state, err).NotDeleted(r.dependents(ctx, &state)))
	}
}
