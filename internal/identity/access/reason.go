package access

import (
	"fmt"
	"slices"
	"time"
)

// Cause is the reason why a holding has no effect.
type Cause string

// The causes.
const (
	NotExisting Cause = "does not exist"
	IsDisabled  Cause = "is disabled"
	IsArchived  Cause = "is archived"
	Expired     Cause = "has expired"
	NotYetValid Cause = "is not valid yet"
	NotAssigned Cause = "is not assigned to the client"
	// NoOverlap is about all periods on the path: no time is in all of them.
	NoOverlap Cause = "the periods of validity do not overlap"
	// NotKnown is an unknown fact that may prevent the effect.
	NotKnown Cause = "is not known for certain"
)

// Reason is an object on the path of a holding, and why it prevents the effect.
type Reason struct {
	Object ID
	Cause  Cause
}

// String returns the reason as a clause.
func (r Reason) String() string {
	if r.Cause == NoOverlap {
		return string(r.Cause)
	}
	return fmt.Sprintf("the %s %s %s", r.Object.Kind, r.Object.Own(), r.Cause)
}

// Reasons returns why a holding has, or may have, no effect at a time; nil if it certainly has an
// effect.
func (v *View) Reasons(h Holding, now time.Time) []Reason {
	if h.times.Must.At(now) {
		return nil
	}
	var found []Reason
	for _, o := range h.Path() {
		found = append(found, o.reasons(now)...)
		switch o.Kind {
		case Grant, EnterpriseGrant, Member:
			found = append(found, o.unclear(o.Owner, o.Target)...)
		case Profile:
			found = append(found, o.unclear(o.Owner)...)
			found = append(found, v.unitReasons(o, now, map[ID]bool{})...)
		case Role:
			found = append(found, v.useReasons(h.Grant.Client, o)...)
		}
	}
	if len(found) == 0 || h.times.May.Empty() && !slices.ContainsFunc(found, Reason.ends) {
		found = append(found, Reason{Cause: NoOverlap})
	}
	return found
}

// ends reports whether the reason alone prevents the effect permanently.
func (r Reason) ends() bool {
	return r.Cause != NotKnown && r.Cause != NotYetValid && r.Cause != Expired
}

func (o *Object) unclear(refs ...Value[string]) []Reason {
	if slices.ContainsFunc(refs, func(to Value[string]) bool { return !o.single(to) }) {
		return []Reason{{o.ID, NotKnown}}
	}
	return nil
}

// reasons returns the reasons of the object itself.
func (o *Object) reasons(now time.Time) []Reason {
	s := o.Span()
	if s.Must.At(now) {
		return nil
	}
	cause := NotKnown
	state, known := o.State.Known()
	switch {
	case o.Presence == Absent:
		cause = NotExisting
	case known && state == Archived:
		cause = IsArchived
	case !o.State.May(Active):
		cause = IsDisabled
	case s.May.At(now):
	case s.May.From(now).Empty():
		cause = Expired
	default:
		cause = NotYetValid
	}
	return []Reason{{o.ID, cause}}
}

// unitReasons returns the reasons of an object's unit and its ancestors.
func (v *View) unitReasons(o *Object, now time.Time, seen map[ID]bool) []Reason {
	refs := o.targets()
	if o.Kind == Unit {
		refs = o.owners()
	}
	var found []Reason
	for _, id := range refs {
		if seen[id] {
			continue
		}
		seen[id] = true
		unit := v.tenant.Get(id)
		found = append(append(found, unit.reasons(now)...), v.unitReasons(unit, now, seen)...)
	}
	return found
}

func (v *View) useReasons(client string, role *Object) []Reason {
	found := role.unclear(role.Owner)
	for _, id := range role.owners() {
		application, assignment := v.tenant.Get(id), v.tenant.Get(ID{id.Service, client, Assignment, id.ExtID})
		switch {
		case application.Presence == Absent:
			found = append(found, Reason{id, NotExisting})
		case assignment.Presence == Absent:
			found = append(found, Reason{id, NotAssigned})
		case assignment.Presence == Unsure || application.Presence == Unsure:
			found = append(found, Reason{id, NotKnown})
		}
	}
	return found
}
