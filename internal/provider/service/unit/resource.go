package unit

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// unitResource inherits Create, Read and Delete from resourcebase.Object.
type unitResource struct {
	resourcebase.Object[model, idm.Unit, idm.UnitInput, *model]
}

func newResource() resource.Resource {
	r := &unitResource{}
	r.Resource, r.Calls = base(), resourcebase.ObjectCalls[idm.Unit, idm.UnitInput, *model]{
		Writes:     idm.UnitWrites,
		Holder:     holder,
		Named:      func(plan *model) bool { return plan.Name.ValueString() != "" },
		Dependents: dependents,
	}
	return r
}

func base() resourcebase.Resource {
	return resourcebase.Resource{
		Description: "An organizational unit of a client, such as a department. Units form trees; a unit without a parent " +
			"is a root.\n\nA new `parent_unit_ext_id` moves the unit with its whole subtree.",
		Attributes: attributes,
		Subject: planchecks.Subject{Type: objecttype.Unit, Unusable: unusable, Inspect: inspect, Refuse: refuse,
			Unique: planchecks.Unique{Attr: "name", Scope: "parent_unit_ext_id", Where: "below its parent"}},
	}
}

func attributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
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
			MarkdownDescription: "`true` for a unit that only groups others and holds no profile. " +
				"Some releases of the service do not allow a later change.",
		},
		"state": attrs.OptionalComputedText("`active` or `disabled`. A disabled unit accepts no profiles and no subunits. Only later "+
			"releases of the service support it. Without it, the service decides; null if the service returns none.",
			stringvalidator.OneOf("active", "disabled")),
		"validity":             attrs.Validity("unit"),
		"modification_comment": attrs.OptionalText("Comment on the last change of the unit."),
	}
}

func (r *unitResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	lock := r.LockExclusive(ctx, &resp.Diagnostics, r.LockKey(&state), state.OwnerLock(), plan.OwnerLock())
	defer lock.Unlock()
	update := resourcebase.NewUpdate(ctx, req, lock)
	if resp.Diagnostics.HasError() {
		return
	}
	to, moves := resourcebase.UpdateState(resp), !plan.ParentUnitExtID.Equal(state.ParentUnitExtID)
	if resourcebase.Changes(plan.PatchFrom(&state, nil)) {
		unit, err := r.SendPatch(ctx, update, &plan, &state)
		here := plan
		here.ParentUnitExtID = state.ParentUnitExtID
		resp.Diagnostics.Append(r.SaveStep(ctx, to, &here, &state, "update", unit, err)...)
	}
	if moves && !resp.Diagnostics.HasError() {
		var verb string
		var unit idm.Unit
		err := r.Writes.Repeat(ctx, lock, func() (err error) {
			verb, unit, err = r.move(ctx, update, &plan, &state)
			return err
		}, func(refused error) bool { return r.isBlocked(ctx, &plan, refused) })
		resp.Diagnostics.Append(r.SaveStep(ctx, to, &plan, &state, verb, unit, err)...)
	}
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
	}
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
		unit, err := idm.UnitOps.Get(ctx, r.API, idm.In(client), at)
		if err != nil {
			return false
		}
		at = unit.ParentUnitExtID
	}
	return false
}

// move moves the unit below the planned parent, or makes it a root unit, and reads it.
func (r *unitResource) move(ctx context.Context, update write.Update, plan, state *model) (verb string, _ idm.Unit, _ error) {
	return r.Move(ctx, update, state, "parent_unit_ext_id", func() error {
		client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
		switch {
		case plan.ParentUnitExtID.Equal(state.ParentUnitExtID):
			return nil
		case plan.ParentUnitExtID.IsNull():
			return r.API.DetachUnit(ctx, client, state.ParentUnitExtID.ValueString(), extID)
		}
		return r.API.MoveUnit(ctx, client, plan.ParentUnitExtID.ValueString(), extID)
	})
}
