package attrs

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
)

// RemovedBounds reports each bound of a validity that the state has and the plan removes, in an
// attribute or in its elements. It does not report elements that the plan removes as a whole.
func RemovedBounds(at path.Path, state, plan attr.Value, report func(at path.Path, value string)) {
	if state == nil || plan == nil || plan.IsUnknown() {
		return
	}
	if before, ok := state.(FixedMap); ok {
		removedBoundsOf(at, before, plan, report)
		return
	}
	was, step := elements(state)
	will, _ := elements(plan)
	for _, key := range slices.Sorted(maps.Keys(was)) {
		if after, stays := will[key]; stays {
			RemovedBounds(step(at, key), was[key], after, report)
		}
	}
}

func removedBoundsOf(at path.Path, before FixedMap, plan attr.Value, report func(at path.Path, value string)) {
	after, ok := plan.(FixedMap)
	if !ok || before.kind != validity {
		return
	}
	for _, key := range validity.keys() {
		if bound := before.at(key).ValueString(); bound != "" && after.at(key).IsNull() {
			report(at.AtMapKey(key), bound)
		}
	}
}

// Loses returns the text at a key if the state has it and the plan removes it, or else "".
func (m FixedMap) Loses(plan FixedMap, key string) string {
	if plan.IsUnknown() || !plan.at(key).IsNull() {
		return ""
	}
	return m.at(key).ValueString()
}

// elements returns the elements of a map or the attributes of an object, and a function that
// extends a path to one of them.
func elements(value attr.Value) (map[string]attr.Value, func(path.Path, string) path.Path) {
	switch v := value.(type) {
	case types.Map:
		return v.Elements(), path.Path.AtMapKey
	case types.Object:
		return v.Attributes(), path.Path.AtName
	case fixedmap.Value:
		return v.Objects(), path.Path.AtMapKey
	}
	return nil, nil
}
