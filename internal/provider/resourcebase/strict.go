package resourcebase

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// typedResource is a resource whose methods read and write typed values of strict maps.
type typedResource interface {
	resource.ResourceWithConfigure
	resource.ResourceWithIdentity
	resource.ResourceWithImportState
	resource.ResourceWithModifyPlan
	resource.ResourceWithMoveState
	Declaration() Declaration
	Checked() *planchecks.Subject
}

// strictResource preserves the spelling of strict maps around the methods of a resource.
type strictResource struct{ typedResource }

// Strict returns a resource for the CLIs, which require the original spelling of strict maps. The
// plans and states of the given resource contain typed values.
func Strict(r typedResource) resource.Resource { return &strictResource{r} }

// ModifyPlan also preserves the spelling of values with an equal meaning.
func (r *strictResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	fixedmap.PreserveSemanticEquality(ctx, req.State, &resp.Plan, &resp.Diagnostics)
	req.Plan = resp.Plan
	r.typedResource.ModifyPlan(ctx, req, resp)
}

// Create returns the new state in the spelling of the plan.
func (r *strictResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	like := req.Plan.Raw
	req.Plan = fixedmap.TypedPlan(req.Plan)
	spelled(&resp.State, like, &resp.Diagnostics, func() { r.typedResource.Create(ctx, req, resp) })
}

// Read returns the new state in the spelling of the prior state.
func (r *strictResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	like := req.State.Raw
	req.State = fixedmap.TypedState(req.State)
	spelled(&resp.State, like, &resp.Diagnostics, func() { r.typedResource.Read(ctx, req, resp) })
}

// Update returns the new state in the spelling of the plan.
func (r *strictResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	like := req.Plan.Raw
	req.Plan, req.State = fixedmap.TypedPlan(req.Plan), fixedmap.TypedState(req.State)
	spelled(&resp.State, like, &resp.Diagnostics, func() { r.typedResource.Update(ctx, req, resp) })
}

// Delete returns the state of a partial delete in the spelling of the prior state.
func (r *strictResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	like := req.State.Raw
	req.State = fixedmap.TypedState(req.State)
	spelled(&resp.State, like, &resp.Diagnostics, func() { r.typedResource.Delete(ctx, req, resp) })
}

// spelled runs a method with the typed state of its response, and then rewrites the state in the
// spelling of like. After an error, it does not rewrite a state that the method did not change.
func spelled(state *tfsdk.State, like tftypes.Value, diags *diag.Diagnostics, method func()) {
	written, before := *state, fixedmap.TypedState(*state)
	*state = before
	method()
	typed := state.Raw
	*state = written
	if !diags.HasError() || !typed.Equal(before.Raw) {
		fixedmap.Rewrite(state, typed, like)
	}
}
