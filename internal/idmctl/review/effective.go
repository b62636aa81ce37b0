package review

import (
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// factorsOf describes the changes of what the effect of a path depends on, in addition to its
// grant, its enterprise role and its role: the user, the profile, the units, and the use of the
// application.
func (x *analysis) factorsOf(h access.Holding) string {
	reason, ids := "", []access.ID{h.User.ID}
	if !x.archives(h.User.ID) {
		ids = append(ids, h.Profile.ID)
	}
	was, is := x.before.Get(h.Profile.ID), x.after.Get(h.Profile.ID)
	if x.persists(h.Profile.ID) && was.Target.Equal(is.Target) {
		ids = append(ids, x.above(was)...)
	}
	for _, id := range ids {
		reason = joined(reason, x.factor(id))
	}
	if h.Role == nil {
		return reason
	}
	for _, application := range h.Role.Refs() {
		at := access.NewID(h.Grant.Service, h.Grant.Client, access.Assignment, application.ExtID)
		before, after := x.before.Get(at).Presence != access.Absent, x.after.Get(at).Presence != access.Absent
		if before != after && !application.Any() && !x.ended(application) {
			how := map[bool]string{false: " is removed from the client", true: " is assigned to the client"}[after]
			reason = joined(reason, "application "+x.at(application).Label()+how)
		}
	}
	return reason
}

// factor describes the change of a user, a profile or a unit.
func (x *analysis) factor(id access.ID) string {
	was, is := x.before.Get(id), x.after.Get(id)
	if was == is || !x.persists(id) {
		return ""
	}
	what, reason := "the "+id.Kind.String(), ""
	if id.Kind == access.Unit {
		what += " " + x.at(id).Label()
	}
	if c := stateOf(was, is); c.gives(x.now) || c.takes(x.now) {
		reason = joined(reason, what+" is "+stateWord(c, is.State, x.now))
	}
	if c := validityOf(was, is); c.gives(x.now) || c.takes(x.now) {
		reason = joined(reason, what+" is "+validityWord(c, x.now))
	}
	switch {
	case id.Kind == access.Profile && !was.Target.Equal(is.Target):
		reason = joined(reason, what+" moves to another unit")
	case id.Kind == access.Unit && !was.Owner.Equal(is.Owner):
		reason = joined(reason, what+" is moved")
	}
	return reason
}

// persists reports whether it is the same object before and after the apply.
func (x *analysis) persists(id access.ID) bool {
	return !x.ended(id) && x.before.Get(id).Presence != access.Absent && x.after.Get(id).Presence != access.Absent
}

// stateOf and validityOf return the conditions of the state and the validity of an object.
func stateOf(was, becomes *access.Object) condition {
	span := func(state access.Value[access.State]) access.Span { return (&access.Object{State: state}).Span() }
	if was.State == becomes.State {
		return condition{}
	}
	return condition{span(was.State), span(becomes.State)}
}

func validityOf(was, becomes *access.Object) condition {
	span := func(o *access.Object) access.Span { return (&access.Object{From: o.From, To: o.To}).Span() }
	if was.From == becomes.From && was.To == becomes.To {
		return condition{}
	}
	return condition{span(was), span(becomes)}
}

func stateWord(c condition, after access.Value[access.State], now time.Time) string {
	switch state, known := after.Known(); {
	case !known || c.gives(now) && c.takes(now):
		return "in a state that the plan does not show"
	case c.gives(now):
		return enabled
	default:
		return stateNames[state]
	}
}

func validityWord(c condition, now time.Time) string {
	switch gives, takes := c.gives(now), c.takes(now); {
	case c.begins(now):
		return "valid again"
	case c.ends(now):
		return "no longer valid"
	case gives && takes:
		return "valid at another time"
	case gives:
		return "valid longer"
	default:
		return "valid for a shorter time"
	}
}
