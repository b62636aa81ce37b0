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
	// target is the reference to the role or application, as in the plan.
	target any
	// values are the data rooms and the validity.
	values plan.Values
}

// elements returns the elements of an object with the given values.
func (e *entry) elements(values plan.Values) []element {
	shape := e.kind.facts
	if shape.all == "" {
		return []element{{"", values[shape.target], values}}
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
	case plan.Masked:
		all = append(all, element{"", of, hiddenGrant(of)})
	default:
		all = append(all, element{"", plan.Unknown{}, hiddenGrant(of)})
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

// roleOf returns the role that an element of an authoritative resource grants.
func (e *entry) roleOf(key string) string {
	role, _ := e.split(key)
	return role
}

// split returns the role of a key, and the external ID of the grant if it is the key of a second
// grant. Only keys in the state have this form. A key that the configuration adds is always a role.
func (e *entry) split(key string) (role, extID string) {
	before := e.Before.Map(e.kind.facts.all)
	isKey := func(key string) bool { _, had := before[key]; return had }
	if !isKey(key) {
		return key, ""
	}
	return grants.SplitKey(key, isKey)
}

// fact returns an element of an object as a fact. Without an external ID in the plan, it gets a
// pending ID.
func (x *analysis) fact(e *entry, values plan.Values, each element) access.Object {
	shape := e.kind.facts
	o := x.values(e, shape, each.values)
	o.ID, o.Owner, o.Target = x.identity(e, shape, values), x.refFact(values[shape.owner]), x.refFact(each.target)
	if shape.all != "" {
		o.ExtID = access.PendingID(e.Address + "#" + each.key)
		if _, extID := e.split(each.key); extID != "" {
			owner, _ := values.Known(shape.owner)
			o.ExtID = access.OwnedID(owner, extID)
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
	was, becomes := e.elements(e.Before), e.elements(e.After)
	all := x.dropped(e, before, was, becomes)
	for _, each := range becomes {
		o := x.fact(e, e.After, each)
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
		read := x.held.read[clientRef{o.Service, o.Client}]
		if stays && !e.removes() || undetermined(each.target) && read {
			continue
		}
		held := before.given(o)
		if !read {
			held = []*access.Object{&o}
		}
		for _, one := range held {
			if !e.keyed(each.key, one) {
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

// keyed reports whether a held object may be the element of a key. The key of a second grant of a
// role contains the external ID of that grant.
func (e *entry) keyed(key string, held *access.Object) bool {
	if _, extID := e.split(key); extID != "" {
		return held.Own() == extID
	}
	for other := range e.Before.Map(e.kind.facts.all) {
		if _, extID := e.split(other); extID != "" && held.Own() == extID {
			return false
		}
	}
	return true
}
