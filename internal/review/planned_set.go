package review

import (
	"fmt"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// element is one grant, role or application of an authoritative resource.
type element struct {
	key    string
	target any
	values plan.Values
}

// elements are those of an authoritative resource with some values.
func (e *entry) elements(shape factShape, values plan.Values) []element {
	var all []element
	switch of := values[shape.all].(type) {
	case nil:
	case map[string]any:
		for _, key := range sortedKeys(of) {
			granted, isMap := of[key].(map[string]any)
			if !isMap && of[key] != nil {
				granted = hiddenGrant(of[key])
			}
			all = append(all, element{key, e.roleOf(key), granted})
		}
	case []any:
		for i, target := range of {
			key := fmt.Sprint(i)
			if !undetermined(target) {
				key = plan.Text(target)
			}
			all = append(all, element{key, target, plan.Values{}})
		}
	default:
		all = append(all, element{"", plan.Unknown{}, hiddenGrant(of)})
	}
	return all
}

// plannedSet are the changes that an authoritative resource makes: elements are created, brought to
// the declared values where the service has them, or deleted.
func (x *analysis) plannedSet(e *entry, shape factShape, before facts) []plannedChange {
	was, becomes := e.elements(shape, e.Before), e.elements(shape, e.After)
	all := x.dropped(e, shape, before, was, becomes)
	for _, each := range becomes {
		o := x.values(e, shape, each.values)
		o.ID, o.Owner, o.Target = x.identity(e, shape, e.After), x.refFact(e.After[shape.owner]), x.refFact(each.target)
		o.ExtID = access.PendingID(e.Address + "#" + each.key)
		var held []*access.Object
		if !e.removes() {
			held = before.given(o)
		}
		for _, one := range held {
			o.ID = one.ID
			update := e.plannedChange(access.Update, o)
			update.Sets = access.FromFact | access.ToFact | access.RoomFact(access.ClientRoom) | access.RoomFact(access.UnitRoom) |
				access.RoomFact(access.ApplicationRoom) | access.RoomFact(access.EnterpriseRoleRoom)
			all = append(all, update)
		}
		if len(held) == 0 {
			all = append(all, e.plannedChange(access.Create, fixed(o)))
		}
	}
	return all
}

// dropped are the deletes of elements that are no longer declared. What the plan does not manage
// stays.
func (x *analysis) dropped(e *entry, shape factShape, before facts, was, becomes []element) []plannedChange {
	var all []plannedChange
	for _, each := range was {
		stays := slices.ContainsFunc(becomes, func(other element) bool { return other.key == each.key })
		if stays && !e.removes() || undetermined(each.target) {
			continue
		}
		o := x.values(e, shape, each.values)
		o.ID, o.Owner, o.Target = x.identity(e, shape, e.Before), x.refFact(e.Before[shape.owner]), x.refFact(each.target)
		for _, one := range before.given(o) {
			if !e.keyed(shape, each.key, one) {
				continue
			}
			o.ID = one.ID
			all = append(all, e.plannedChange(access.Delete, o))
		}
	}
	return all
}

// keyed reports whether a held object may be the element of a key: the key of a second grant of a
// role has the external ID of that grant.
func (e *entry) keyed(shape factShape, key string, held *access.Object) bool {
	before := e.Before.Map(shape.all)
	isKey := func(key string) bool { _, had := before[key]; return had }
	if _, extID := grants.SplitKey(key, isKey); extID != "" {
		return held.Own() == extID
	}
	for other := range before {
		if _, extID := grants.SplitKey(other, isKey); extID != "" && held.Own() == extID {
			return false
		}
	}
	return true
}
