package unitproperties

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/framework"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

type propertiesResource struct{ framework.Resource }

func newResource() resource.Resource {
	return &propertiesResource{framework.Resource{Noun: "unit_properties", Key: framework.Key{"client_ext_id", "unit_ext_id"}}}
}

func (r *propertiesResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Properties of a unit: customer-specific attributes with a name and a value.\n\n" +
			"It manages the names in its configuration and no others, and removes just these when it is destroyed. " +
			"An import takes over every property that the unit has; the plan that follows shows the removal of those that the configuration lacks.",
		Attributes: attrs.WithOwnedProperties("unit", map[string]schema.Attribute{
			"id":            attrs.ID(r.Key.Form()),
			"client_ext_id": attrs.ClientExtID(),
			"unit_ext_id":   attrs.Reference("External id of the unit that has the properties. Another unit replaces this resource: the properties are removed from the one and set on the other."),
		}),
	}
}

func (r *propertiesResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.Resource.ModifyPlan(ctx, req, resp)
	r.WarnEncrypted(ctx, resp, scope)
}

func (r *propertiesResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	patch, diags := plan.Patch(attrs.OwnedProperties{})
	resp.Diagnostics.Append(diags...)
	defer r.Beside(ctx, &resp.Diagnostics, plan.owner()).End()
	if resp.Diagnostics.HasError() {
		return
	}
	properties, err := r.send(ctx, framework.NewObject(ctx, req), &plan, attrs.OwnedProperties{}, patch)
	if err != nil {
		resp.Diagnostics.Append(r.Failed("create", &plan, err))
		return
	}
	plan.Read(properties.Values, attrs.OwnedProperties{})
	answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
	resp.Diagnostics.Append(r.Save(ctx, answer, &plan, 0)...)
	resp.Diagnostics.Append(framework.Created(ctx, req.Plan, &resp.State)...)
}

func (r *propertiesResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client := state.ClientExtID.ValueString()
	properties, err := r.API.UnitProperties(ctx, client, state.UnitExtID.ValueString())
	if errors.Is(err, rest.ErrNoRecord) {
		r.Gone(ctx, &state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	if state.Imported() {
		state.Own(properties.Values, r.Encrypted(ctx, client, scope))
	} else {
		state.Read(properties.Values, attrs.OwnedProperties{})
	}
	answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
	resp.Diagnostics.Append(r.Save(ctx, answer, &state, 0)...)
}

func (r *propertiesResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	patch, diags := plan.Patch(state.OwnedProperties)
	resp.Diagnostics.Append(diags...)
	turn := r.Beside(ctx, &resp.Diagnostics, plan.owner())
	defer turn.End()
	change := framework.NewChange(ctx, req, turn, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	// A property that only moved from one map to the other needs no call.
	if len(patch) > 0 {
		properties, err := r.send(ctx, change.Unversioned(), &plan, state.OwnedProperties, patch)
		if err != nil {
			resp.Diagnostics.Append(r.Failed("update", &plan, err))
			return
		}
		plan.Read(properties.Values, state.OwnedProperties)
	}
	answer := framework.Answer{State: &resp.State, Identity: resp.Identity, Private: resp.Private}
	resp.Diagnostics.Append(r.Save(ctx, answer, &plan, 0)...)
	resp.Diagnostics.Append(change.Updated(ctx, answer)...)
}

// send sets properties, which have no version of their own.
func (r *propertiesResource) send(ctx context.Context, change framework.Change, plan *model, before attrs.OwnedProperties, patch map[string]string) (idm.Properties, error) {
	parts := plan.Parts()
	return framework.Send(ctx, change, 0, func(int64) (idm.Properties, error) {
		return r.API.UpdateUnitProperties(ctx, parts[0], parts[1], patch)
	}, func() (framework.Found[idm.Properties], error) {
		found := *plan
		properties, err := r.API.UnitProperties(ctx, parts[0], parts[1])
		found.ReadOwned(properties.Values, before)
		return framework.Found[idm.Properties]{Object: properties, Model: &found}, err
	})
}

func (r *propertiesResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	patch := state.Clear()
	defer r.Beside(ctx, &resp.Diagnostics, state.owner()).End()
	if resp.Diagnostics.HasError() || len(patch) == 0 {
		return
	}
	properties, err := r.API.UpdateUnitProperties(ctx, state.ClientExtID.ValueString(), state.UnitExtID.ValueString(), patch)
	if errors.Is(err, rest.ErrNoRecord) {
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("delete", &state, err))
		return
	}
	resp.Diagnostics.Append(state.Left(properties.Values)...)
}
