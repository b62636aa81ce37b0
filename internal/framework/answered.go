package framework

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
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
)

// Created compares what a create asked for with what the service answered. An error would make Terraform destroy and recreate the object,
// so the state keeps the planned value, a warning names the difference, and the next plan shows it.
func Created(ctx context.Context, plan tfsdk.Plan, state *tfsdk.State) diag.Diagnostics {
	kept, diags := differences(ctx, plan, state)
	for _, k := range kept {
		diags.AddAttributeWarning(k.at, "The service took another value", k.detail()+" The next plan shows the difference.")
		diags.Append(state.SetAttribute(ctx, k.at, k.asked)...)
	}
	return diags
}

type difference struct {
	at            path.Path
	asked, answer attr.Value
	sensitive     bool
}

// kept is the error for a value that the service kept although an update changes it.
func (d difference) kept() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(d.at, "The service kept another value", d.detail()+
		" The state records what the service holds. Write that value into the configuration, or change it in the service and apply again; if it must be empty, replace the object with -replace.")
}

func (d difference) detail() string {
	if d.sensitive {
		return fmt.Sprintf("%s was sent, and the service answered with another value (sensitive, not shown).", d.at)
	}
	if d.asked.IsNull() {
		return fmt.Sprintf("%s was to be cleared, and the service kept %s.", d.at, d.answer)
	}
	if d.answer.IsNull() {
		return fmt.Sprintf("%s was set to %s, and the service left it empty.", d.at, d.asked)
	}
	return fmt.Sprintf("%s was set to %s, and the service holds %s.", d.at, d.asked, d.answer)
}

// differences lists the attributes whose planned value is known and means something else than the answer.
func differences(ctx context.Context, plan tfsdk.Plan, state *tfsdk.State) ([]difference, diag.Diagnostics) {
	var diags diag.Diagnostics
	var found []difference
	for name, attribute := range plan.Schema.GetAttributes() {
		at := path.Root(name)
		var asked, answer attr.Value
		diags.Append(plan.GetAttribute(ctx, at, &asked)...)
		diags.Append(state.GetAttribute(ctx, at, &answer)...)
		if diags.HasError() {
			return nil, diags
		}
		if !same(ctx, asked, answer) {
			found = append(found, difference{at, asked, answer, attribute.IsSensitive()}.parts(ctx)...)
		}
	}
	return found, diags
}

// parts takes a difference between two maps or objects apart, so that each element is named by itself.
func (d difference) parts(ctx context.Context) []difference {
	asked, step := members(d.asked)
	answer, _ := members(d.answer)
	if asked == nil || answer == nil {
		return []difference{d}
	}
	var found []difference
	keys := maps.Clone(asked)
	maps.Copy(keys, answer)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if a, b := member(asked, key), member(answer, key); !same(ctx, a, b) {
			found = append(found, difference{step(d.at, key), a, b, d.sensitive}.parts(ctx)...)
		}
	}
	return found
}

// members are the elements of a plain map or the attributes of an object, with the step of a path that leads to one; nil for anything else.
func members(v attr.Value) (map[string]attr.Value, func(path.Path, string) path.Path) {
	if v.IsNull() {
		return nil, nil
	}
	switch v := v.(type) {
	case types.Map:
		return v.Elements(), path.Path.AtMapKey
	case types.Object:
		return v.Attributes(), path.Path.AtName
	}
	return nil, nil
}

// member is the value at a key, null when the key is missing.
func member(of map[string]attr.Value, key string) attr.Value {
	if v, ok := of[key]; ok {
		return v
	}
	return types.StringNull()
}

// same tells whether an answer means what was asked; what the plan leaves open is met by any answer.
func same(ctx context.Context, asked, answer attr.Value) bool {
	if asked.IsUnknown() {
		return true
	}
	if meaning, ok := asked.(basetypes.MapValuableWithSemanticEquals); ok {
		if other, ok := answer.(basetypes.MapValuable); ok {
			equal, _ := meaning.MapSemanticEquals(ctx, other)
			return equal
		}
	}
	of, _ := members(asked)
	in, _ := members(answer)
	if of == nil || in == nil {
		return asked.Equal(answer)
	}
	for key, a := range of {
		if b, ok := in[key]; !ok || !same(ctx, a, b) {
			return false
		}
	}
	return len(of) == len(in)
}
