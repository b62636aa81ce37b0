package review

import (
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// plannedChange is a planned change of the facts of access, with its object of the plan.
type plannedChange struct {
	access.Change
	entry *entry
	// again reports that a set grants again what another object of the plan revokes, if the
	// revocation comes first.
	again bool
}

// planned converts the changes of the plan to changes of the facts.
func (x *analysis) planned(before facts) []plannedChange {
	var all []plannedChange
	for _, e := range x.entries {
		shape := e.kind.facts
		switch {
		case shape.kind == 0, e.Action == plan.NoOp, e.Action == plan.Forget:
		case shape.all != "":
			all = append(all, x.plannedSet(e, before)...)
		default:
			all = append(all, x.plannedObject(e)...)
		}
	}
	return ordered(append(all, x.grantedAgain(all, before)...), before)
}

// grantedAgain returns creates for elements that a set declares and another object of the plan
// deletes. Terraform does not order the two. If the set comes first, it finds the element, which is
// then lost.
func (x *analysis) grantedAgain(all []plannedChange, before facts) []plannedChange {
	deleted := map[access.ID]*entry{}
	for _, c := range all {
		if c.Action == access.Delete {
			deleted[c.Object.ID] = c.entry
		}
	}
	var found []plannedChange
	for _, c := range all {
		by := deleted[c.Object.ID]
		if c.Action != access.Update || c.entry.kind.facts.all == "" || by == nil || by == c.entry ||
			!c.entry.kind.facts.ownID() && !x.held.reads(c.Object.ID) {
			continue
		}
		for _, each := range x.elements(c.entry, c.entry.After) {
			o := x.fact(c.entry, c.entry.After, each)
			if slices.ContainsFunc(before.given(o), func(held *access.Object) bool { return held.ID == c.Object.ID }) {
				made := c.entry.plannedChange(access.Create, o)
				made.again = true
				found = append(found, made)
			}
		}
	}
	return found
}

// ordered puts creates after the deletes that they depend on. The result is an apply in which every
// change succeeds.
func ordered(all []plannedChange, before facts) []plannedChange {
	deletes, revokes, own := map[access.ID][]int{}, map[holdRef][]int{}, map[*entry][]int{}
	for i, c := range all {
		if c.Action != access.Delete {
			continue
		}
		own[c.entry] = append(own[c.entry], i)
		deletes[c.Object.ID] = append(deletes[c.Object.ID], i)
		if at, known := refOf(*before.Get(c.Object.ID)); known {
			revokes[at] = append(revokes[at], i)
		}
	}
	for i, c := range all {
		if c.Action != access.Create || c.again {
			continue
		}
		room := slices.Concat(deletes[c.Object.ID], own[c.entry])
		if at, known := refOf(c.Object); known {
			room = slices.Concat(room, revokes[at])
		}
		for _, at := range room {
			if (all[at].entry != c.entry || !c.entry.CreatedFirst) && !slices.Contains(all[i].After, at) {
				all[i].After = append(all[i].After, at)
			}
		}
	}
	return all
}

// plannedObject returns the changes of one object.
func (x *analysis) plannedObject(e *entry) []plannedChange {
	var all []plannedChange
	if e.removes() && e.Before != nil {
		all = append(all, e.plannedChange(access.Delete, x.factsOf(e, e.Before)))
	}
	if e.makes() && e.After != nil {
		made := e.plannedChange(access.Create, x.factsOf(e, e.After))
		if x.takesOver(e) == access.Present {
			made.Action, made.Sets = access.Update, made.Object.Known()
		}
		made.TakenID = undetermined(e.After["ext_id"]) && e.ExtIDGiven
		if e.Action == plan.Replace {
			made.Sets = e.kind.facts.sets(e.Before, e.After)
		}
		all = append(all, made)
	}
	if e.Action == plan.Update && e.After != nil {
		update := e.plannedChange(access.Update, x.factsOf(e, e.After))
		if update.Object.ID = e.identity(e.Before); update.Object.ExtID == "" {
			update.Object.ID = e.identity(e.After)
		}
		if update.Sets = e.kind.facts.sets(e.Before, e.After); update.Sets != 0 {
			all = append(all, update)
		}
	}
	return all
}

// takesOver returns whether an adopted element exists in the service; Absent for other objects.
func (x *analysis) takesOver(e *entry) access.Presence {
	if !e.Adopts || e.kind.facts.kind == 0 || e.kind.facts.all != "" {
		return access.Absent
	}
	return x.held.Get(e.identity(e.After)).Presence
}

func (e *entry) plannedChange(action access.Action, of access.Object) plannedChange {
	return plannedChange{Change: access.Change{Action: action, Object: of, Address: e.Address}, entry: e}
}

// sets returns the facts that an update sends: those that differ from the plan's values before.
func (s factShape) sets(before, after plan.Values) access.Facts {
	var found access.Facts
	differs := func(name string) bool { return name != "" && !constantValue(before[name], after[name]) }
	for name, fact := range map[string]access.Facts{s.owner: access.OwnerFact, s.target: access.TargetFact, s.state: access.StateFact} {
		if differs(name) {
			found |= fact
		}
	}
	if differs("validity") {
		found |= access.FromFact | access.ToFact
	}
	for i, room := range grants.Rooms {
		if s.kind == access.Grant && differs(room.Attribute) {
			found |= access.RoomFact(access.Room(i))
		}
	}
	return found
}

// fixed sets the ID of an object whose ID follows from its references.
func fixed(o access.Object) access.Object {
	owner, ownerKnown := o.Owner.Known()
	target, targetKnown := o.Target.Known()
	switch {
	case o.Kind == access.Member && ownerKnown && targetKnown:
		o.ID = access.MemberID(o.Service, o.Client, owner, target)
	case o.Kind == access.Assignment && targetKnown:
		o.ExtID = target
	}
	return o
}

// factsOf returns the facts of an object that is not a set.
func (x *analysis) factsOf(e *entry, values plan.Values) access.Object {
	return x.fact(e, values, x.elements(e, values)[0])
}

// identity returns the ID of an object. Without an external ID in the plan, it is a pending ID.
func (e *entry) identity(values plan.Values) access.ID {
	extID, known := values.Known("ext_id")
	id := access.NewID(e.Service, clientOf(values), e.kind.facts.kind, extID)
	if !known {
		id.ExtID = access.PendingID(e.Address)
		return id
	}
	owner, _ := values.Known("profile_ext_id")
	return id.Within(owner)
}

// refFact returns the possible targets of a reference.
func (x *analysis) refFact(value any) access.Value[string] {
	switch value := value.(type) {
	case plan.Unknown:
		if e := x.created[value.From]; e != nil && !e.ExtIDGiven {
			return access.Exactly(e.identity(e.After).ExtID)
		}
		return access.Any[string]()
	case plan.Masked:
		return access.Any[string]()
	}
	return access.Exactly(plan.Text(value))
}

// facts returns the facts that do not refer to other objects.
func (e *entry) facts(values plan.Values) access.Object {
	shape, validity := e.kind.facts, values["validity"]
	bounds := asMap(validity)
	o := access.Object{State: stateFact(values[shape.state], shape.state), From: momentFact(bounds["from"]), To: momentFact(bounds["to"]),
		Name: nameOf(e.kind.self, values)}
	if e.makes() && slices.Contains(e.Omitted, shape.state) {
		// The service creates every object as active.
		o.State = access.Exactly(access.Active)
	}
	if undetermined(validity) || slices.ContainsFunc(sortedKeys(bounds), func(key string) bool { return key != "from" && key != "to" }) {
		o.From, o.To = access.Any[access.Moment](), access.Any[access.Moment]()
	}
	for i, room := range grants.Rooms {
		if shape.kind == access.Grant {
			o.Rooms = o.Rooms.Open(access.Room(i), flagFact(values[room.Attribute]))
		}
	}
	return o
}

func flagFact(value any) access.Value[bool] {
	if open, known := value.(bool); known {
		return access.Exactly(open)
	}
	return access.Any[bool]()
}

func stateFact(value any, name string) access.Value[access.State] {
	text, _ := value.(string)
	switch {
	case name == "", strings.EqualFold(text, active):
		return access.Exactly(access.Active)
	case strings.EqualFold(text, disabled):
		return access.Exactly(access.Disabled)
	case strings.EqualFold(text, archived):
		return access.Exactly(access.Archived)
	}
	return access.Any[access.State]()
}

func momentFact(value any) access.Value[access.Moment] {
	if value == nil || value == "" {
		return access.Exactly(access.Moment(0))
	}
	at, err := time.Parse(time.RFC3339, plan.Text(value))
	if undetermined(value) || err != nil {
		return access.Any[access.Moment]()
	}
	return access.Exactly(access.At(at))
}
