package rehearsal

import (
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// object identifies an object that a plan refers to; the client is "" for objects of no client.
type object struct{ kind, client, extID string }

// needs holds the objects that a plan creates, deletes, and refers to before and after it.
type needs struct{ made, removed, had, wants map[object]bool }

// inOrder sorts each plan after the plans that create objects it refers to, and after those that
// drop references to objects it deletes. Otherwise, and in a cycle, names determine the order.
func inOrder(parts []plan.Part) []plan.Part {
	all := make([]needs, len(parts))
	for i, part := range parts {
		all[i] = needsOf(part)
	}
	var ordered []plan.Part
	done := make([]bool, len(parts))
	ready := func(i int) bool {
		for j := range parts {
			if i != j && !done[j] && (overlap(all[j].made, all[i].wants) || overlap(all[j].had, all[i].removed)) {
				return false
			}
		}
		return true
	}
	for len(ordered) < len(parts) {
		next := slices.Index(done, false)
		for i := range parts {
			if !done[i] && ready(i) {
				next = i
				break
			}
		}
		done[next] = true
		ordered = append(ordered, parts[next])
	}
	return ordered
}

func needsOf(p plan.Part) needs {
	n := needs{map[object]bool{}, map[object]bool{}, map[object]bool{}, map[object]bool{}}
	for _, change := range p.Changes {
		row := objecttype.ByTypeName(change.Type)
		if row == nil || !change.Action.Changes() {
			continue
		}
		switch change.Action {
		case plan.Create, plan.ForgetCreate:
			n.made[own(row, change.After)] = true
		case plan.Delete:
			n.removed[own(row, change.Before)] = true
		}
		references(n.had, row, change.Before)
		references(n.wants, row, change.After)
	}
	return n
}

// own returns the object with some values.
func own(row *objecttype.Type, values plan.Values) object {
	return reference(row, values, values.Text("ext_id"))
}

func reference(to *objecttype.Type, values plan.Values, extID string) object {
	of := object{kind: to.Name, extID: extID}
	if to.OfClient() {
		of.client = values.Text("client_ext_id")
	}
	return of
}

// references adds the objects that values refer to, in a string, a list or the keys of a map.
func references(all map[object]bool, row *objecttype.Type, values plan.Values) {
	for _, ref := range row.Refs {
		var extIDs []string
		switch value := values[ref.Attr].(type) {
		case string:
			extIDs = []string{value}
		case map[string]any:
			extIDs = slices.Collect(maps.Keys(value))
		case []any:
			for _, each := range value {
				extIDs = append(extIDs, plan.Text(each))
			}
		}
		for _, extID := range extIDs {
			all[reference(row.Ref(ref.Attr), values, extID)] = true
		}
	}
}

func overlap(a, b map[object]bool) bool {
	for of := range a {
		if b[of] {
			return true
		}
	}
	return false
}
