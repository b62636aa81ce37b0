package review

import (
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
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
	claimed := x.factsOf(e, before)
	c := plannedChange{Change: access.Change{Action: access.Update, Object: claimed}, entry: e}
	held := x.held.Get(claimed.ID)
	if !x.held.decides(c) || held.Presence != access.Present {
		return before, after
	}
	for name, value := range shape.differing(claimed, held) {
		if undetermined(before[name]) {
			continue
		}
		kept := e.Action != plan.Replace && after != nil && constantValue(e.Before[name], e.After[name])
		if before = with(before, name, value); kept {
			after = with(after, name, value)
		}
	}
	return before, after
}

func with(values plan.Values, name string, value any) plan.Values {
	changed := maps.Clone(values)
	changed[name] = value
	return changed
}

// differing returns the values of the service that differ from the claimed ones.
func (s factShape) differing(claimed access.Object, held *access.Object) plan.Values {
	found := plan.Values{}
	for name, pair := range map[string][2]access.Value[string]{s.owner: {claimed.Owner, held.Owner},
		s.target: {claimed.Target, held.Target}} {
		if value, known := pair[1].Known(); name != "" && known && !pair[0].Equal(pair[1]) {
			found[name] = nil
			if value != "" {
				found[name] = value
			}
		}
	}
	if value, known := held.State.Known(); s.state != "" && known && !claimed.State.Equal(held.State) {
		found[s.state] = stateNames[value]
	}
	remote := valuesOf(held)
	if !claimed.From.Equal(held.From) || !claimed.To.Equal(held.To) {
		found["validity"] = remote["validity"]
	}
	if s.kind == access.Grant {
		for i, room := range grants.Rooms {
			if at := access.Room(i); claimed.Rooms.May(at) != held.Rooms.May(at) {
				found[room.Attribute] = remote[room.Attribute]
			}
		}
	}
	if slices.Contains([]access.Kind{access.Client, access.Application, access.Role, access.EnterpriseRole, access.Assignment}, s.kind) {
		delete(found, "validity")
	}
	return found
}
