package review

import (
	"fmt"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// element is a grant, role or application that an object gives, or one of an authoritative
// resource.
type element struct {
	// key is the key in an authoritative resource, "" for a single grant.
	key string
	// extID is the external ID of a second grant of the role, "" for another element.
	extID string
	// target is the reference to the role or application, as in the plan.
	target any
	// values are the data rooms and the validity.
	values plan.Values
}

// elements returns the elements of an object with the given values.
func (x *analysis) elements(e *entry, values plan.Values) []element {
	shape := e.kind.facts
	if shape.all == "" {
		return []element{{target: values[shape.target], values: values}}
	}
	var all []element
	switch of := values[shape.all].(type) {
	case nil:
	case map[string]any:
		for _, key := range sortedKeys(of) {
			granted, isMap := of[key].(map[string]any)
			if !isMap && of[key] != nil {
				granted = hiddenGrant(of[key])
			}
			all = append(all, x.keyed(e, values, key, granted)...)
		}
	case []any:
		for i, target := range of {
			key := fmt.Sprint(i)
			if !undetermined(target) {
				key = plan.Text(target)
			}
			all = append(all, element{key: key, target: target, values: plan.Values{}})
		}
	case plan.Masked:
		all = append(all, element{target: of, values: hiddenGrant(of)})
	default:
		all = append(all, element{target: plan.Unknown{}, values: hiddenGrant(of)})
	}
	return all
}

// hiddenGrant returns the values of a grant of which nothing is known.
func hiddenGrant(marker any) plan.Values {
	values := plan.Values{"validity": marker}
	for _, room := range grants.Rooms {
		values[room.Attribute] = marker
	}
	return values
}

// keyed returns the elements of a key. In the state, role/ID is the key of a second grant of a
// role, or a role; a key that the configuration adds is always a role. The service decides: it
// holds such a grant, or knows such a role. If it has both or neither, or was not read, the key is
// about either.
func (x *analysis) keyed(e *entry, values plan.Values, key string, of plan.Values) []element {
	before, plain := e.Before.Map(e.kind.facts.all), element{key: key, target: key, values: of}
	isKey := func(key string) bool { _, had := before[key]; return had }
	if !isKey(key) {
		return []element{plain}
	}
	role, extID := grants.SplitKey(key, isKey)
	if extID == "" {
		return []element{plain}
	}
	second := element{key: key, extID: extID, target: role, values: of}
	owner, _ := values.Known(e.kind.facts.owner)
	client := clientOf(values)
	grant := x.held.Get(access.NewID(e.Service, client, e.kind.facts.kind, extID).Within(owner))
	holds := grant.Presence != access.Absent && grant.Target.May(role)
	knows := x.held.Get(access.NewID(e.Service, client, access.Role, key)).Presence != access.Absent
	switch {
	case !x.held.readsObject(e) || holds == knows:
		return []element{second, plain}
	case holds:
		return []element{second}
	}
	return []element{plain}
}

// fact returns an element of an object as a fact. Without an external ID in the plan, it gets a
// pending ID.
func (x *analysis) fact(e *entry, values plan.Values, each element) access.Object {
	shape := e.kind.facts
	o := e.facts(each.values)
	o.ID, o.Owner, o.Target = e.identity(values), x.refFact(values[shape.owner]), x.refFact(each.target)
	if shape.all != "" {
		o.ExtID = access.PendingID(e.Address + "#" + each.key)
		if each.extID != "" {
			owner, _ := values.Known(shape.owner)
			o.ExtID = access.OwnedID(owner, each.extID)
		}
	}
	if of := access.Any[string](); o.Kind == access.Profile || shape.ownID() {
		// A profile always has a user, and a grant a profile and a role, regardless of the plan.
		if o.Owner.Must("") {
			o.Owner = of
		}
		if shape.ownID() && o.Target.Must("") {
			o.Target = of
		}
	}
	return fixed(o)
}

// plannedSet returns the changes of an authoritative resource: it creates elements, updates those
// that the service already holds, and deletes the others.
func (x *analysis) plannedSet(e *entry, before facts) []plannedChange {
	was, becomes := x.elements(e, e.Before), x.elements(e, e.After)
	all := x.dropped(e, before, was, becomes)
	for _, each := range becomes {
		o := x.fact(e, e.After, each)
		var held []*access.Object
		if !e.removes() {
			held = slices.DeleteFunc(slices.Clone(before.given(o)), func(one *access.Object) bool { return !each.is(one, becomes) })
		}
		for _, one := range held {
			o.ID = one.ID
			update := e.plannedChange(access.Update, o)
			update.Sets = access.FromFact | access.ToFact | access.RoomFact(access.ClientRoom) | access.RoomFact(access.UnitRoom) |
				access.RoomFact(access.ApplicationRoom) | access.RoomFact(access.EnterpriseRoleRoom)
			all = append(all, update)
		}
		if len(held) == 0 {
			all = append(all, e.plannedChange(access.Create, o))
		}
	}
	return all
}

// dropped returns the deletes of elements that are no longer declared. Elements that the plan does
// not manage are kept.
func (x *analysis) dropped(e *entry, before facts, was, becomes []element) []plannedChange {
	var all []plannedChange
	open := slices.ContainsFunc(becomes, func(each element) bool { return undetermined(each.target) })
	for _, each := range was {
		stays := slices.ContainsFunc(becomes, func(other element) bool { return other.key == each.key })
		o := x.fact(e, e.Before, each)
		read := x.held.reads(o.ID)
		if stays && !e.removes() || undetermined(each.target) && read {
			continue
		}
		held := before.given(o)
		if !read {
			held = []*access.Object{&o}
		}
		for _, one := range held {
			if !each.is(one, was) {
				continue
			}
			o.ID = one.ID
			deleted := e.plannedChange(access.Delete, o)
			deleted.Doubtful = open && !e.removes() && read
			all = append(all, deleted)
		}
	}
	return all
}

// is reports whether a held object may be the element. The key of a second grant of a role contains
// the external ID of that grant.
func (e element) is(held *access.Object, all []element) bool {
	if e.extID != "" {
		return held.Own() == e.extID
	}
	return !slices.ContainsFunc(all, func(other element) bool { return other.extID != "" && held.Own() == other.extID })
}
