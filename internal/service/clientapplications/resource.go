package clientapplications

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plancheck"
	"github.com/identity-iac/terraform-provider-idm/internal/reconcile"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

type assignments struct{ resourcebase.Resource }

func newResource() resource.Resource {
	r := &assignments{base()}
	r.Inspect = r.inspect
	return r
}

func base() resourcebase.Resource {
	return resourcebase.Resource{Subject: plancheck.Subject{Type: objecttype.ClientApplications}}
}

func (r *assignments) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "All applications assigned to a client, including those assigned by hand, which the plan " +
			"removes.\n\nCreating it removes nothing: if the client has undeclared applications, the create fails and lists them. " +
			"Import the resource then, and the plan shows the removal.",
		Attributes: map[string]schema.Attribute{
			"id":            attrs.ID(r.Type.Key.Form()),
			"client_ext_id": attrs.ClientExtID(),
			"application_ext_ids": attrs.ExtIDs("External IDs of the applications; `[]` for none at all. An application of the " +
				"service's own, such as the one that manages identities, must be among them to stay."),
		},
	}
}

var at = path.Root("application_ext_ids")

// assignedTo reads all applications of a client.
func assignedTo(ctx context.Context, api *idm.API, client string) (map[string]bool, error) {
	set := map[string]bool{}
	for application, err := range idm.ErrorsLast(api.ClientApplications(ctx, client)) {
		if err != nil {
			return nil, err
		}
		set[application.ExtID] = true
	}
	return set, nil
}

// inspect refuses a replacement whose create would refuse to take over existing assignments.
func (r *assignments) inspect(p *plancheck.Planned) {
	var plan model
	if !p.Succeeds() || !p.Adopts() || !p.FullyKnown("application_ext_ids") || !p.Decode(&plan) || plan.ClientExtID.IsUnknown() {
		return
	}
	if there, err := assignedTo(p.Context(), r.API, plan.ClientExtID.ValueString()); err == nil {
		p.RefuseAll(remedy.RefuseTakeover(r.Type.Name, plan.KeyValues(), at, reconcile.SetTakeover(plan.applications(), there)))
	}
}

func (r *assignments) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, plan.client()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	there, err := assignedTo(ctx, r.API, plan.ClientExtID.ValueString())
	if err != nil {
		resp.Diagnostics.Append(r.Failed("create", &plan, err))
		return
	}
	resp.Diagnostics.Append(remedy.RefuseTakeover(r.Type.Name, plan.KeyValues(), at, reconcile.SetTakeover(plan.applications(), there))...)
	if resp.Diagnostics.HasError() {
		return
	}
	state := plan
	state.hold(there)
	resp.Diagnostics.Append(r.reconcile(ctx, &plan, &state)...)
	if resp.Diagnostics.HasError() {
		// Saving a state with an error would taint it, and the next plan would remove all assignments and
		// create them again. Without a state, the next create takes over the existing ones.
		resp.Diagnostics.Append(remedy.PartlyCreated(r.Type.Name, plan.KeyValues(), grants.KeysOnlyIn(state.applications(), there))...)
		return
	}
	to := resourcebase.CreateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, 0)...)
}

func (r *assignments) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	there, err := assignedTo(ctx, r.API, state.ClientExtID.ValueString())
	if errors.Is(err, idm.ErrNoRecord) {
		r.Gone(ctx, &state, resp)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(r.Failed("read", &state, err))
		return
	}
	state.hold(there)
	to := resourcebase.ReadState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, 0)...)
}

func (r *assignments) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, state model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, state.client()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(r.reconcile(ctx, &plan, &state)...)
	to := resourcebase.UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, 0)...)
}

// reconcile changes the client from the state to the plan. It updates the state after every write.
func (r *assignments) reconcile(ctx context.Context, plan, state *model) diag.Diagnostics {
	client, held := state.ClientExtID.ValueString(), state.applications()
	set := reconcile.Set{
		RemoveVerb: "unassign", Remove: func(extID string) error { return r.API.UnassignApplication(ctx, client, extID) },
		AddVerb: "assign", Add: func(extID string) error { return r.API.AssignApplication(ctx, client, extID) },
	}
	var diags diag.Diagnostics
	single := write.LockKey{"client_application", client}
	set.Keep = func(extID string) bool { return r.KeepsDeclared(append(slices.Clone(single), extID), &diags) }
	err := set.Reconcile(held, plan.applications())
	state.hold(held)
	if err == nil {
		r.Writes.DeclareElements(single, maps.Keys(plan.applications()))
	}
	return append(diags, r.ReconciledSet(state, at, err)...)
}

func (r *assignments) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, state.client()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	failed := r.reconcile(ctx, &model{}, &state)
	resp.Diagnostics.Append(failed...)
	if failed.HasError() {
		to := resourcebase.DeleteState(resp)
		resp.Diagnostics.Append(r.Save(ctx, to, &state, 0)...)
	}
}
