package review

import (
	"maps"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// confirmed returns the values of an object before and after the apply, corrected by the facts:
// before has the values that the service holds, and after has them where the plan does not change
// them.
func (x *analysis) confirmed(e *entry) (before, after plan.Values) {
	before, after = e.Before, e.After
	shape := e.kind.facts
	if shape.kind == 0 || shape.all != "" || before == nil {
		return before, after
	}
	c := plannedChange{Change: access.Change{Action: access.Update, Object: x.factsOf(e, before)}, entry: e}
	held := x.held.Get(c.Object.ID)
	if !x.held.decides(c) || held.Presence != access.Present {
		return before, after
	}
	for name, value := range shape.valuesOf(held) {
		if undetermined(before[name]) {
			continue
		}
		if e.Action != plan.Replace && after != nil && constantValue(e.Before[name], e.After[name]) {
			after = with(after, name, value)
		}
		before = with(before, name, value)
	}
	return before, after
}

func with(values plan.Values, name string, value any) plan.Values {
	changed := maps.Clone(values)
	changed[name] = value
	return changed
}

// turned returns the facts of an object before and after its change.
func (x *analysis) turned(e *entry) (was, becomes *access.Object) {
	before := x.factsOf(e, e.Before)
	after := access.Change{Object: x.factsOf(e, e.After), Sets: e.kind.facts.sets(e.Before, e.After)}.On(before)
	return &before, &after
}
