package propertydefinition

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// ModifyPlan sets the client, warns about lost values, and registers the definition for the
// properties in the same plan.
func (r *definitionResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if r.Provider != nil && !req.Plan.Raw.IsNull() {
		r.planClient(ctx, req, resp)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	req.Plan = resp.Plan
	r.Resource.ModifyPlan(ctx, req, resp)
	if resp.Diagnostics.HasError() || r.Provider == nil {
		return
	}
	var plan, state model
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if req.Plan.Raw.IsNull() {
		resp.Diagnostics.Append(lost(&state, "is destroyed"))
		return
	}
	resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	r.Checks.RegisterDefinition(plan.definition())
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(plan.losses(&state)...)
	}
}

// inspect searches for a definition with the key of a replacement.
func (r *definitionResource) inspect(p *planchecks.Planned) {
	var plan model
	if !p.Succeeds() || !p.Decode(&plan) || plan.Name.IsUnknown() || plan.Scope.IsUnknown() ||
		plan.ClientExtID.IsUnknown() || plan.ApplicationExtID.IsUnknown() || p.RemakesKey(plan.KeyValues()) {
		return
	}
	if _, err := r.Calls.Get(p.Context(), r.API, plan.Place(), plan.OwnExtID().ValueString()); err == nil {
		p.RefuseExisting(path.Root("name"))
	}
}

// planClient sets the client of a definition if the configuration does not: its current client,
// none for a definition of all clients, or else the provider's default.
func (r *definitionResource) planClient(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var given, held types.String
	var all types.Bool
	at := path.Root("client_ext_id")
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, at, &given)...)
	resp.Diagnostics.Append(req.Plan.GetAttribute(ctx, path.Root("all_clients"), &all)...)
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.GetAttribute(ctx, at, &held)...)
	}
	switch {
	case resp.Diagnostics.HasError() || !given.IsNull() || all.IsUnknown():
		return
	case all.ValueBool():
		held = types.StringNull()
	case held.IsNull():
		held = r.Client(given, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, at, held)...)
}

// losses warns about the values that a change deletes.
func (m *model) losses(state *model) (diags diag.Diagnostics) {
	for name, values := range map[string][2]types.String{
		"scope": {m.Scope, state.Scope}, "name": {m.Name, state.Name}, "type": {m.Type, state.Type},
		"client_ext_id": {m.ClientExtID, state.ClientExtID}, "application_ext_id": {m.ApplicationExtID, state.ApplicationExtID},
	} {
		if !values[0].IsUnknown() && !values[0].Equal(values[1]) {
			diags.Append(diag.WithPath(path.Root(name), lost(state, "is replaced by one with another "+name)))
			return diags
		}
	}
	if gone := m.removed(state); len(gone) > 0 && !m.AllowedValues.IsUnknown() {
		diags.AddAttributeWarning(path.Root("allowed_values"), "Values of objects are lost",
			fmt.Sprintf("The property %q no longer accepts %s: objects with such a value lose it, or keep a value that is not allowed. "+
				"First change the values of the objects.",
				m.Name.ValueString(), strings.Join(gone, ", ")))
	}
	return diags
}

func lost(state *model, because string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("All values of a property are deleted",
		fmt.Sprintf("The definition of the property %q (%s) %s, and the "+
			"service deletes the values of the property on every object along with it. This cannot be undone.",
			state.Name.ValueString(), state.Scope.ValueString(), because))
}

// definition returns the planned definition for the properties in the same plan. It is encrypted if
// the plan does not know yet whether it is.
func (m *model) definition() idm.PropertyDefinition {
	definition := idm.PropertyDefinition{
		Name: m.Name.ValueString(), Scope: idm.PropertyScope(m.Scope.ValueString()), ClientExtID: m.ClientExtID.ValueString(),
		ApplicationExtID: m.ApplicationExtID.ValueString(), Encrypted: m.Encrypted.ValueBoolPointer(),
		AccessCreate: m.AccessCreate.ValueString(), AccessModify: m.AccessModify.ValueString(),
		StringMaxLen: m.StringMaxLen.ValueInt64Pointer(), StringRegex: m.StringRegex.ValueString(),
	}
	if m.Encrypted.IsUnknown() {
		unknown := true
		definition.Encrypted = &unknown
	}
	for _, input := range m.allowed(nil) {
		definition.AllowedValues = append(definition.AllowedValues, idm.AllowedValue{Value: input.Value})
	}
	return definition
}
