package write

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// VerifyCreate compares the planned values of a create with the service's response. An error would
// make Terraform destroy and recreate the object, so the state keeps the planned value, a warning
// names the difference, and the next plan shows it.
func (r *Run) VerifyCreate(ctx context.Context, plan tfsdk.Plan, state *tfsdk.State) diag.Diagnostics {
	kept, diags := differences(ctx, plan, state)
	for _, k := range kept {
		diags.AddAttributeWarning(k.at, "The service stored another value", k.detail()+" The next plan shows the difference.")
		diags.Append(state.SetAttribute(ctx, k.at, k.desired)...)
	}
	return diags
}

// difference is an attribute, or an element of one, whose value in the service is not the desired
// one.
type difference struct {
	at              path.Path
	desired, remote attr.Value
	sensitive       bool
}

// kept returns the error for a value that the service kept although the update changes it.
func (d difference) kept() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(d.at, "The service kept another value", d.detail()+
		" The state records what the service holds. Write that value into the configuration, or change it in the service and apply "+
		"again; if "+
		"it must be empty, replace the object with -replace.")
}

func (d difference) detail() string {
	if d.sensitive {
		return fmt.Sprintf("%s was sent, and the service returned another value (sensitive, not shown).", d.at)
	}
	if d.desired.IsNull() {
		return fmt.Sprintf("%s was to be cleared, and the service kept %s.", d.at, d.remote)
	}
	if d.remote.IsNull() {
		return fmt.Sprintf("%s was set to %s, and the service left it empty.", d.at, d.desired)
	}
	return fmt.Sprintf("%s was set to %s, and the service holds %s.", d.at, d.desired, d.remote)
}

// differences lists the attributes whose planned value is known and not semantically equal to the
// value in the response.
func differences(ctx context.Context, plan tfsdk.Plan, state *tfsdk.State) ([]difference, diag.Diagnostics) {
	var diags diag.Diagnostics
	var found []difference
	for name, attribute := range plan.Schema.GetAttributes() {
		at := path.Root(name)
		var desired, remote attr.Value
		diags.Append(plan.GetAttribute(ctx, at, &desired)...)
		diags.Append(state.GetAttribute(ctx, at, &remote)...)
		if diags.HasError() {
			return nil, diags
		}
		if !attrs.SameMeaning(ctx, desired, remote) {
			found = append(found, difference{at, desired, remote, attribute.IsSensitive()}.byElement(ctx)...)
		}
	}
	return found, diags
}

// byElement splits a difference between two maps or objects into one difference per element.
func (d difference) byElement(ctx context.Context) []difference {
	desired, step := attrs.Members(d.desired)
	remote, _ := attrs.Members(d.remote)
	if desired == nil || remote == nil {
		return []difference{d}
	}
	var found []difference
	keys := maps.Clone(desired)
	maps.Copy(keys, remote)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if a, b := member(desired, key), member(remote, key); !attrs.SameMeaning(ctx, a, b) {
			found = append(found, difference{step(d.at, key), a, b, d.sensitive}.byElement(ctx)...)
		}
	}
	return found
}

// member returns the value at a key, or null if the key is missing.
func member(of map[string]attr.Value, key string) attr.Value {
	if v, ok := of[key]; ok {
		return v
	}
	return types.StringNull()
}
