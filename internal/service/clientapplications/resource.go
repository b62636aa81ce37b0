package clientapplications

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type assignments struct{ resourcebase.Resource }

func newResource() resource.Resource {
	return &assignments{resourcebase.Resource{Noun: "client_applications", Key: resourcebase.Key{"client_ext_id"},
		References: []resourcebase.Reference{{Attribute: "application_ext_ids", Kind: references.Application}}}}
}

func (r *assignments) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "All applications that are assigned to a client: the configuration is the whole truth. An application that it " +
			"does not name, such as one assigned by hand, " +
			"shows in the plan as its removal. **An application that is taken from the client is lost to all its users at once.**\n\n" +
			"Creating it never takes anything away: when the client has applications that the configuration does not name, the create stops and " +
			"lists them. " +
			"Import the client then, and the plan shows what goes. Applications that are assigned already are taken over. Destroying it takes " +
			"all applications that it holds from the client.\n\n" +
			"Do not use it beside `idm_client_application` for the same client: each would undo the work of the other.",
		Attributes: map[string]schema.Attribute{
			"id":            attrs.ID(r.Key.Form()),
			"client_ext_id": attrs.ClientExtID(),
			"application_ext_ids": attrs.ExtIDs("External ids of the applications; `[]` for none at all. An application of the service's own, " +
				"such as the one that manages identities, " +
				"must be among them to stay."),
		},
	}
}

var at = path.Root("application_ext_ids")

// ModifyPlan warns, beyond what every resource does, when single applications of the client are
// managed too.
func (r *assignments) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	r.Resource.ModifyPlan(ctx, req, resp)
	r.WarnShared(ctx, resp, resourcebase.SharedClientApplications)
}

// assigned reads all applications of the client.
func (r *assignments) assigned(ctx context.Context, m *model) (map[string]bool, error) {
	set := map[string]bool{}
	for application, err := range r.API.ClientApplications(ctx, m.ClientExtID.ValueString()) {
		if err != nil {
			return nil, err
		}
		set[application.ExtID] = true
	}
	return set, nil
}

func (r *assignments) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, plan.client()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	there, err := r.assigned(ctx, &plan)
	if err != nil {
		resp.Diagnostics.Append(r.Failed("create", &plan, err))
		return
	}
	strangers := grants.KeysOnlyIn(there, plan.applications())
	for i, application := range strangers {
		strangers[i] = application + ": not in the configuration"
	}
	resp.Diagnostics.Append(r.RefuseTakeover(&plan, at, strangers)...)
	if resp.Diagnostics.HasError() {
		return
	}
	state := plan
	state.hold(there)
	resp.Diagnostics.Append(r.settle(ctx, &plan, &state)...)
	if resp.Diagnostics.HasError() {
		// A state that is saved with an error is tainted: the next plan would take all away and assign it
		// anew. Without a state it takes over what is there.
		resp.Diagnostics.Append(r.PartlyCreated(&plan, grants.KeysOnlyIn(state.applications(), there))...)
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
	there, err := r.assigned(ctx, &state)
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
	resp.Diagnostics.Append(r.settle(ctx, &plan, &state)...)
	to := resourcebase.UpdateState(resp)
	resp.Diagnostics.Append(r.Save(ctx, to, &state, 0)...)
}

// settle brings the client from the state to the plan: first it takes away, then it assigns. The
// state follows every write, so that it holds what was done when one fails; the failed one is
// named, and nothing else is tried.
func (r *assignments) settle(ctx context.Context, plan, state *model) diag.Diagnostics {
	client, want, have := state.ClientExtID.ValueString(), plan.applications(), state.applications()
	defer func() { state.hold(have) }()
	for _, application := range grants.KeysOnlyIn(have, want) {
		err := r.API.UnassignApplication(ctx, client, application)
		if err != nil && !errors.Is(err, idm.ErrNoRecord) {
			return diag.Diagnostics{r.FailedAt(at, application, "unassign", state, err)}
		}
		delete(have, application)
	}
	for _, application := range grants.KeysOnlyIn(want, have) {
		if err := r.API.AssignApplication(ctx, client, application); err != nil {
			return diag.Diagnostics{r.FailedAt(at, application, "assign", state, err)}
		}
		have[application] = true
	}
	return nil
}

func (r *assignments) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	defer r.LockExclusive(ctx, &resp.Diagnostics, state.client()).Unlock()
	if resp.Diagnostics.HasError() {
		return
	}
	failed := r.settle(ctx, &model{}, &state)
	resp.Diagnostics.Append(failed...)
	if failed.HasError() {
		to := resourcebase.DeleteState(resp)
		resp.Diagnostics.Append(r.Save(ctx, to, &state, 0)...)
	}
}
