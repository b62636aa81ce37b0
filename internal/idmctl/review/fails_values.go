package review

import (
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// uniqueValue is a value that only one object of a type can have, within the scope.
type uniqueValue struct {
	objectRef
	scope string
}

// unique returns the unique attribute of a type, and the attribute with its scope.
func (k kind) unique() (attr, scope string) {
	switch {
	case k.noun == kinds[typeUser].noun:
		return "login_id", ""
	case k.noun == kinds[typeUnit].noun:
		return "name", "parent_unit_ext_id"
	case k.row == nil:
		return "", ""
	}
	return k.row.Unique.Attr, k.row.RefTo(k.row.Owner)
}

// value returns the unique value of an object; false if it has none or the plan does not show it.
func (e *entry) value(values plan.Values) (uniqueValue, bool) {
	attr, scope := e.kind.unique()
	text, known := values.Known(attr)
	if attr == "" || !known || scope != "" && undetermined(values[scope]) || undetermined(values["client_ext_id"]) {
		return uniqueValue{}, false
	}
	return uniqueValue{e.refTo(e.kind, values, text), plan.Text(values[scope])}, true
}

// takenValues returns the objects that get a unique value which nothing frees.
func (x *analysis) takenValues() []failure {
	had, has, held, ours := map[uniqueValue]*entry{}, map[uniqueValue][]*entry{}, x.heldValues(), map[objectRef]bool{}
	for _, e := range x.entries {
		if value, known := e.value(e.Before); known {
			had[value] = e
		}
		if value, known := e.value(e.After); known && e.Action != plan.Forget {
			has[value] = append(has[value], e)
		}
		if own, known := e.own(e.values()); known {
			ours[own] = true
		}
	}
	var found []failure
	for _, e := range x.entries {
		value, known := e.value(e.After)
		before, _ := e.value(e.Before)
		if !known || before == value && (e.Action != plan.Replace || !e.CreatedFirst) || e.refused || e.Action == plan.Forget {
			continue
		}
		own, _ := e.own(e.After)
		holder, taken := held[value]
		why := ""
		switch rival := rivalOf(e, own, has[value]); {
		case before == value:
			why = "with create_before_destroy, the object that it replaces still has"
		case rival != nil:
			why = rival.Address + " keeps or gets"
		case exchanges(e, value, had):
			why = had[value].Address + " gives up only in exchange"
		case taken && !ours[objectRef{value.service, value.of, value.client, holder.ExtID}]:
			why = "the " + holder.Kind.String() + " " + holder.Own() + " in the service has"
		}
		if attr, _ := e.kind.unique(); why != "" {
			found = append(found, failure{e, "the service refuses that: " + why + " the " + strings.ReplaceAll(attr, "_", " ") + " " +
				shown(value.extID), "choose another value, or give the holder another one with an earlier apply", false})
		}
	}
	return found
}

// rivalOf returns another object that has a value after the plan; nil for none.
func rivalOf(e *entry, own objectRef, all []*entry) *entry {
	for _, other := range all {
		if same, known := other.own(other.After); other != e && (!known || same != own) {
			return other
		}
	}
	return nil
}

// exchanges reports whether the holder of a value gives it up only for one that depends on e giving
// up its own.
func exchanges(e *entry, value uniqueValue, had map[uniqueValue]*entry) bool {
	for range had {
		holder := had[value]
		if holder == nil || holder.Action != plan.Update || holder == e {
			return holder == e
		}
		next, known := holder.value(holder.After)
		if !known || next == value {
			return false
		}
		value = next
	}
	return false
}

// heldValues returns the unique values that the service holds.
func (x *analysis) heldValues() map[uniqueValue]access.ID {
	found := map[uniqueValue]access.ID{}
	for o := range x.held.Objects() {
		kind, name, scope, known := kinds["idm_"+strings.ReplaceAll(o.Kind.String(), " ", "_")], o.Name, "", true
		if o.Kind == access.User {
			name = x.names.Logins[o.ID]
		}
		if o.Kind == access.Role || o.Kind == access.Unit {
			scope, known = o.Owner.Known()
		}
		if attr, _ := kind.unique(); attr != "" && name != "" && known && o.Presence == access.Present && x.held.reads(o.ID) {
			found[uniqueValue{objectRef{o.Service, kind.noun, o.Client, name}, scope}] = o.ID
		}
	}
	return found
}
