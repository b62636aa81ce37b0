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

// Updated compares what an update asked for with what the service answered. An attribute that the service kept is an error that names it;
// the state holds the truth.
func Updated(ctx context.Context, plan tfsdk.Plan, state *tfsdk.State) diag.Diagnostics {
	kept, diags := differences(ctx, plan, state)
	for _, k := range kept {
		diags.AddAttributeError(k.at, "The service kept another value", k.detail()+
			" The state records what the service holds. Write that value into the configuration, or change it in the service and apply again; if it must be empty, replace the object with -replace.")
	}
	return diags
}

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
		if !asked.IsUnknown() && !same(ctx, asked, answer) {
			found = append(found, difference{at, asked, answer, attribute.IsSensitive()}.byKey()...)
		}
	}
	return found, diags
}

// byKey takes a difference between two plain maps apart, so that each key is named by itself.
func (d difference) byKey() []difference {
	asked, ok := d.asked.(types.Map)
	answer, also := d.answer.(types.Map)
	if !ok || !also || asked.IsNull() || answer.IsNull() {
		return []difference{d}
	}
	var found []difference
	keys := maps.Clone(asked.Elements())
	maps.Copy(keys, answer.Elements())
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		a, b := element(asked, key), element(answer, key)
		if !a.IsUnknown() && !a.Equal(b) {
			found = append(found, difference{d.at.AtMapKey(key), a, b, d.sensitive})
		}
	}
	return found
}

// element is the text at a key of a map, null when the key is missing.
func element(m types.Map, key string) attr.Value {
	if e, ok := m.Elements()[key]; ok {
		return e
	}
	return types.StringNull()
}

func same(ctx context.Context, a, b attr.Value) bool {
	if meaning, ok := a.(basetypes.MapValuableWithSemanticEquals); ok {
		if other, ok := b.(basetypes.MapValuable); ok {
			equal, _ := meaning.MapSemanticEquals(ctx, other)
			return equal
		}
	}
	if m, ok := a.(types.Map); ok {
		return sameKnown(m, b)
	}
	return a.Equal(b)
}

// sameKnown compares maps whose elements may be unknown in the plan.
func sameKnown(asked types.Map, answer attr.Value) bool {
	b, ok := answer.(types.Map)
	if !ok || asked.IsNull() != b.IsNull() || len(asked.Elements()) != len(b.Elements()) {
		return false
	}
	for key, element := range asked.Elements() {
		if !element.IsUnknown() && !element.Equal(b.Elements()[key]) {
			return false
		}
	}
	return true
}
