package unit

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/framework"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

type unitResource struct{ framework.Resource }

func newResource() resource.Resource {
	return &unitResource{base()}
}

func base() framework.Resource {
	return framework.Resource{Noun: "unit", Key: framework.Key{"client_ext_id", "ext_id"}}
}

func (r *unitResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "An organizational unit of a client, such as a department. Units form trees: a unit without a parent is a root.\n\n" +
			"A change of `parent_unit_ext_id` moves the unit with all that is below it; it is never replaced for that. " +
			"The service deletes a unit only when it has no subunits and no profiles.",
		Attributes: map[string]schema.Attribute{
			"id":            attrs.ID(r.Key.Form()),
			"client_ext_id": attrs.ClientExtID(),
			"ext_id":        attrs.ExtID("unit"),
			"parent_unit_ext_id": attrs.OptionalText("External id of the unit above this one. Left out, the unit is a root unit. " +
				"Another value moves the unit with all that is below it; a unit cannot be moved below itself."),
			"name": attrs.AssignedText("Name of the unit, unique below its parent. Left out, the service generates one by the client's policy " +
				"`application.generators.name.unit`, and a name given later in the service stays. It cannot be cleared."),
			"description":  attrs.OptionalText("What the unit is for."),
			"location":     attrs.OptionalText("Where the unit is, as free text."),
			"display_name": attrs.LocalizedText("Name shown to people."),
			"abbreviation": attrs.LocalizedText("Short form of the name."),
			"profileless": schema.BoolAttribute{
				Required: true,
				MarkdownDescription: "`true` when no profile may be assigned to the unit, so that it only groups others; `false` when profiles may. " +
					"Some releases of the service fix it when the unit is made.",
			},
			"state": attrs.AssignedText("`active` or `disabled`; a disabled unit takes no profiles and no subunits. Only later releases of the service "+
				"know it: it is sent only when it is set here, and stays null where the service does not return it.",
				stringvalidator.OneOf("active", "disabled")),
			"validity":             attrs.Validity("unit"),
			"modification_comment": attrs.OptionalText("Comment on the last change, kept with the unit."),
		},
	}
}

func (r *unitResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	defer r.Beside(ctx, &resp.Diagnostics, plan.above()).End()
	if resp.Diagnostics.HasError() {
		return
	}
	plan.ExtID = framework.NewExtID(plan.ExtID)
	extID, err := r.Make(ctx, req.Plan, &plan, r.creation(ctx, &plan))
	if err != nil {
		resp.Diagnostics.Append(r.NotCreated(&plan, err))
		return
	}
	plan.ExtID = types.StringValue(extID)
	answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
	resp.Diagnostics.Append(r.SaveKey(ctx, answer, &plan)...)
	resp.Diagnostics.Append(r.Assigned(ctx, req.Plan, extID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	unit, err := r.API.Unit(ctx, plan.ClientExtID.ValueString(), extID)
	if err != nil {
		resp.Diagnostics.Append(r.Unread(&plan, err))
		return
	}
	plan.read(unit)
	resp.Diagnostics.Append(r.Save(ctx, answer, &plan, unit.Version)...)
	resp.Diagnostics.Append(framework.Created(ctx, req.Plan, &resp.State)...)
}

func (r *unitResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	unit, err := r.find(ctx, &state)
	if errors.Is(err, rest.ErrNoRecord) {
		r.Gone(ctx, &state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	state.read(unit)
	answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
	resp.Diagnostics.Append(r.Save(ctx, answer, &state, unit.Version)...)
}

// find reads the unit from the list of its siblings, or by itself when it is a root or not where it was.
func (r *unitResource) find(ctx context.Context, state *model) (idm.Unit, error) {
	client, extID := state.ClientExtID.ValueString(), state.ExtID.ValueString()
	if parent := state.ParentUnitExtID.ValueString(); parent != "" {
		if unit, ok := r.Lists.Units.Find(ctx, extID, client, parent); ok {
			return unit, nil
		}
	}
	return r.API.Unit(ctx, client, extID)
}

func (r *unitResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	turn := r.Alone(ctx, &resp.Diagnostics, r.Object(&state), state.above(), plan.above())
	defer turn.End()
	change := framework.NewChange(ctx, req, turn, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
	patch, moves := plan.patch(&state), !plan.ParentUnitExtID.Equal(state.ParentUnitExtID)
	if framework.Changes(patch) {
		unit, err := framework.Send(ctx, change, change.Version, func(version int64) (idm.Unit, error) {
			patch.Version = version
			return r.API.UpdateUnit(ctx, state.ClientExtID.ValueString(), state.ExtID.ValueString(), patch)
		}, r.current(ctx, &state))
		if err != nil {
			resp.Diagnostics.Append(r.Failed("update", &state, err))
			return
		}
		state.read(unit)
		resp.Diagnostics.Append(r.Save(ctx, answer, &state, unit.Version)...)
	}
	if moves && !resp.Diagnostics.HasError() {
		if err := r.move(ctx, change, &plan, &state, !framework.Changes(patch)); err != nil {
			resp.Diagnostics.Append(r.Failed("move", &state, err))
			return
		}
		unit, err := r.API.Unit(ctx, state.ClientExtID.ValueString(), state.ExtID.ValueString())
		if err != nil {
			resp.Diagnostics.Append(r.Failed("read", &state, err))
			return
		}
		state.read(unit)
		resp.Diagnostics.Append(r.Save(ctx, answer, &state, unit.Version)...)
	}
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(change.Updated(ctx, answer)...)
	}
}

func (r *unitResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.Alone(ctx, &resp.Diagnostics, r.Object(&state), state.above()).End()
	if resp.Diagnostics.HasError() {
		return
	}
	err := r.API.DeleteUnit(ctx, state.ClientExtID.ValueString(), state.ExtID.ValueString())
	if err != nil && !errors.Is(err, rest.ErrNoRecord) {
		resp.Diagnostics.Append(r.Failed("delete", &state, err))
	}
}
