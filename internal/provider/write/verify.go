package write

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// VerifyCreate compares the planned values of a create with the service's response. An error would
// make Terraform destroy and recreate the object, so the state keeps the planned value, a warning
// names the difference, and the next plan shows it.
func (r *Run) VerifyCreate(ctx context.Context, plan tfsdk.Plan, state *tfsdk.State) diag.Diagnostics {
	others, diags := differences(ctx, plan, *state)
	for _, c := range others {
		var planned attr.Value
		diags.AddAttributeWarning(c.at, "The service stored another value", c.detail()+" The next plan shows the difference.")
		diags.Append(plan.GetAttribute(ctx, c.settable, &planned)...)
		diags.Append(state.SetAttribute(ctx, c.settable, planned)...)
	}
	return diags
}

// differences lists what has a known planned value other than the one in the response: of the named
// attributes, or of all.
func differences(ctx context.Context, plan tfsdk.Plan, state tfsdk.State, names ...string) ([]comparison, diag.Diagnostics) {
	compared, diags := compare(ctx, tfsdk.State(plan), plan, state, names...)
	return slices.DeleteFunc(compared, func(c comparison) bool { return c.converged }), diags
}

// kept returns the error for a value that the service kept although the update changes it.
func (c comparison) kept() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(c.at, "The service kept another value", c.detail()+
		" The state records what the service holds. Write that value into the configuration, or change it in the service and apply "+
		"again; if "+
		"it must be empty, replace the object with -replace.")
}

func (c comparison) detail() string {
	if c.sensitive {
		return fmt.Sprintf("%s was sent, and the service returned another value (sensitive, not shown).", c.at)
	}
	if c.desired.IsNull() {
		return fmt.Sprintf("%s was to be cleared, and the service kept %s.", c.at, c.remote)
	}
	if c.remote.IsNull() {
		return fmt.Sprintf("%s was set to %s, and the service left it empty.", c.at, c.desired)
	}
	return fmt.Sprintf("%s was set to %s, and the service holds %s.", c.at, c.desired, c.remote)
}
