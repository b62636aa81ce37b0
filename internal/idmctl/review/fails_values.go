package review

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// uniqueAttrs lists the unique attributes that depend on more than the owner, with their scope.
var uniqueAttrs = map[string][2]string{typeUser: {"login_id", ""}, typeUnit: {"name", "parent_unit_ext_id"}}

// unique returns the unique attribute of a type, and the attribute with its scope.
func (k kind) unique(typeName string) (attr, scope string) {
	if own, known := uniqueAttrs[typeName]; known {
		return own[0], own[1]
	}
	if k.row == nil || k.row.Unique.Attr == "" {
		return "", ""
	}
	return k.row.Unique.Attr, k.row.RefTo(k.row.Owner)
}

// uniqueValue is a value that only one object can have.
type uniqueValue struct {
	objectRef
	scope string
}

// value returns the unique value of an object; false if it has none or the plan does not show it.
func (e *entry) value(values plan.Values) (uniqueValue, bool) {
	attr, scope := e.kind.unique(e.Type)
	text, known := values.Known(attr)
	if attr == "" || !known || scope != "" && undetermined(values[scope]) || undetermined(values["client_ext_id"]) {
		return uniqueValue{}, false
	}
	return uniqueValue{e.refTo(e.kind, values, text), plan.Text(values[scope])}, true
}

// takenValues returns the objects that get a unique value which another object keeps.
func (x *analysis) takenValues() []failure {
	had, has := map[uniqueValue][]*entry{}, map[uniqueValue][]*entry{}
	for _, e := range x.entries {
		if value, known := e.value(e.Before); known {
			had[value] = append(had[value], e)
		}
		if value, known := e.value(e.After); known && e.Action != plan.Forget {
			has[value] = append(has[value], e)
		}
	}
	remote := x.heldValues()
	var found []failure
	for _, e := range x.entries {
		value, known := e.value(e.After)
		before, hadOne := e.value(e.Before)
		keeps := hadOne && before == value && (e.Action != plan.Replace || !e.CreatedFirst)
		if !known || keeps || e.refused || e.Action == plan.Forget {
			continue
		}
		attr, _ := e.kind.unique(e.Type)
		if why, remedy := x.valueTaken(e, value, had, has, remote); why != "" {
			found = append(found, failure{e, fmt.Sprintf("the service refuses that: %s the %s %s", why, strings.ReplaceAll(
				strings.TrimSuffix(attr, "_ext_id"), "_", " "), shown(value.extID)), remedy, false})
		}
	}
	return found
}

// valueTaken returns why an object cannot get a unique value, and the remedy; "" if it can.
func (x *analysis) valueTaken(e *entry, value uniqueValue, had, has map[uniqueValue][]*entry, remote map[uniqueValue]access.ID,
) (why, remedy string) {
	if before, _ := e.value(e.Before); before == value {
		return "with create_before_destroy, the object that it replaces still has", "choose another value for the new object, or replace " +
			"it without create_before_destroy"
	}
	own, _ := e.own(e.After)
	for _, other := range has[value] {
		if same, known := other.own(other.After); other != e && (!known || same != own) {
			return other.Address + " keeps or gets", "choose another value for one of the two"
		}
	}
	if other := x.exchange(e, value, had); other != "" {
		return other + " gives up only in exchange", "give one of them a third value with an earlier apply"
	}
	holder, taken := remote[value]
	if taken && x.managed[holder] == nil && holder.ExtID != own.extID {
		return "the " + holder.Kind.String() + " " + holder.Own() + " in the service has", "choose another value, or change or import " +
			"that object first"
	}
	return "", ""
}

// exchange returns the address of the object that gives up a value only for one that depends on e
// giving up its own; "" without such a cycle.
func (x *analysis) exchange(e *entry, value uniqueValue, had map[uniqueValue][]*entry) string {
	first := ""
	for range x.entries {
		holders := had[value]
		if len(holders) != 1 || holders[0].Action != plan.Update {
			return ""
		}
		if holders[0] == e {
			return first
		}
		next, known := holders[0].value(holders[0].After)
		if !known || next == value {
			return ""
		}
		first, value = cmp.Or(first, holders[0].Address), next
	}
	return ""
}

// heldValues returns the unique values that the service holds.
func (x *analysis) heldValues() map[uniqueValue]access.ID {
	found := map[uniqueValue]access.ID{}
	for o := range x.held.Objects() {
		name, scope := o.Name, ""
		kind := kinds["idm_"+strings.ReplaceAll(o.Kind.String(), " ", "_")]
		switch o.Kind {
		case access.Role, access.Unit:
			owner, known := o.Owner.Known()
			if scope = owner; !known {
				continue
			}
		case access.User:
			name = x.names.Logins[o.ID]
		case access.EnterpriseRole, access.Application:
		default:
			continue
		}
		if name != "" && o.Presence == access.Present && x.held.reads(o.ID) {
			found[uniqueValue{objectRef{o.Service, kind.noun, o.Client, name}, scope}] = o.ID
		}
	}
	return found
}
