package enterpriseroleproperties

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type propertiesResource struct{ resourcebase.Resource }

func newResource() resource.Resource {
	return &propertiesResource{resourcebase.Resource{Noun: "enterprise_role_properties",
		Key: resourcebase.Key{"client_ext_id", "enterprise_role_ext_id"}, Release: release,
		References: []resourcebase.Reference{{Attribute: "enterprise_role_ext_id", Kind: references.EnterpriseRole}},
		Inspect:    func(p resourcebase.Planned) { p.InspectProperties(scope) }}}
}

func (r *propertiesResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Properties of an enterprise role: customer-specific attributes with a name and a value.\n\n" +
			"It manages the names in its configuration and no others, and removes just these when it is destroyed. " +
			"An import takes over every property that the enterprise role has; the plan that follows shows the removal of those that the " +
			"configuration lacks.",
		Attributes: attrs.WithOwnedProperties("enterprise role", map[string]schema.Attribute{
			"id":            attrs.ID(r.Key.Form()),
			"client_ext_id": attrs.ClientExtID(),
			"enterprise_role_ext_id": attrs.Reference("External id of the enterprise role that has the properties. Another enterprise role " +
				"replaces this resource: the properties are removed from the one and set on the other."),
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
	lock := r.LockShared(ctx, &resp.Diagnostics, plan.owner())
	defer lock.Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	properties, err := r.send(ctx, lock.Upsert(ctx, req.Plan), &plan, attrs.OwnedProperties{}, patch)
	if err != nil {
		resp.Diagnostics.Append(r.Failed("create", &plan, err))
		return
	}
	plan.Read(properties.Values, attrs.OwnedProperties{})
	to := resourcebase.CreateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, 0)...)
	resp.Diagnostics.Append(r.VerifyCreate(ctx, req.Plan, &resp.State)...)
}

func (r *propertiesResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client := state.ClientExtID.ValueString()
	properties, err := r.API.EnterpriseRoleProperties(ctx, client, state.EnterpriseRoleExtID.ValueString())
	if errors.Is(err, idm.ErrNoRecord) {
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
	to := resourcebase.ReadState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, 0)...)
}

func (r *propertiesResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	patch, diags := plan.Patch(state.OwnedProperties)
	resp.Diagnostics.Append(diags...)
	lock := r.LockShared(ctx, &resp.Diagnostics, plan.owner())
	defer lock.Unlock()
	update := resourcebase.NewUpdate(ctx, req, lock, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	// A property that only moved from one map to the other needs no call.
	if len(patch) > 0 {
		properties, err := r.send(ctx, update.Unversioned(), &plan, state.OwnedProperties, patch)
		if err != nil {
			resp.Diagnostics.Append(r.Failed("update", &plan, err))
			return
		}
		plan.Read(properties.Values, state.OwnedProperties)
	}
	to := resourcebase.UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &plan, 0)...)
	resp.Diagnostics.Append(resourcebase.VerifyUpdate(ctx, update, to)...)
}

// send sets properties, which have no version of their own.
func (r *propertiesResource) send(ctx context.Context, update write.Update, plan *model, before attrs.OwnedProperties,
	patch map[string]string) (properties idm.Properties, err error) {
	parts := plan.KeyValues()
	err = update.PatchWithConflictCheck(ctx, func(int64) (err error) {
		properties, err = r.API.UpdateEnterpriseRoleProperties(ctx, parts[0], parts[1], patch)
		return err
	}, func() (_ any, version int64, err error) {
		found := *plan
		properties, err = r.API.EnterpriseRoleProperties(ctx, parts[0], parts[1])
		found.ReadOwned(properties.Values, before)
		return &found, 0, err
	})
	return properties, err
}

func (r *propertiesResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	patch := state.Clear()
	defer r.LockShared(ctx, &resp.Diagnostics, state.owner()).Unlock()
	if resp.Diagnostics.HasError() || len(patch) == 0 {
		return
	}
	properties, err := r.API.UpdateEnterpriseRoleProperties(ctx, state.ClientExtID.ValueString(), state.EnterpriseRoleExtID.ValueString(),
		patch)
	if errors.Is(err, idm.ErrNoRecord) {
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("delete", &state, err))
		return
	}
	resp.Diagnostics.Append(state.Remaining(properties.Values)...)
}
