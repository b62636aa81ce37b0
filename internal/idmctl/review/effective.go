package review

import "github.com/identity-iac/terraform-provider-idm/internal/identity/access"

// factors are the changes of what the effect of a path depends on, in addition to its grant, its
// enterprise role and its role: the user, the profile, the units, and the use of the application.
type factors struct {
	*analysis
	reason string
	seen   map[access.ID]bool
}

// factorsOf returns the factors of a path in words.
func (x *analysis) factorsOf(h access.Holding) string {
	f := &factors{analysis: x, seen: map[access.ID]bool{}}
	f.changing(h.User.ID, "user")
	if !f.archives(h.User.ID) {
		f.changing(h.Profile.ID, "profile")
	}
	was, becomes := x.before.Get(h.Profile.ID), x.after.Get(h.Profile.ID)
	switch {
	case !f.persists(h.Profile.ID):
	case !was.Target.Equal(becomes.Target):
		f.add("the profile moves to another unit")
	default:
		f.units(was)
	}
	if h.Role != nil {
		f.uses(h)
	}
	return f.reason
}

func (f *factors) add(reason string) { f.reason = joined(f.reason, reason) }

// persists reports whether it is the same object before and after the apply.
func (x *analysis) persists(id access.ID) bool {
	return !x.ended(id) && x.before.Get(id).Presence != access.Absent && x.after.Get(id).Presence != access.Absent
}

// units adds the changes of the unit of an object, and of the units above it.
func (f *factors) units(o *access.Object) {
	for _, id := range o.Refs() {
		if id.Kind != access.Unit || f.seen[id] {
			continue
		}
		f.seen[id] = true
		was, becomes := f.before.Get(id), f.after.Get(id)
		if f.persists(id) && was != becomes {
			what := "unit " + f.names.at(id).Label()
			f.changing(id, what)
			if !was.Owner.Equal(becomes.Owner) {
				f.add("the " + what + " is moved")
			}
		}
		f.units(was)
		f.units(becomes)
	}
}

// uses adds the change of the assignment of the role's application to the client.
func (f *factors) uses(h access.Holding) {
	for _, application := range h.Role.Refs() {
		at := access.NewID(h.Grant.Service, h.Grant.Client, access.Assignment, application.ExtID)
		before, after := f.before.Get(at).Presence != access.Absent, f.after.Get(at).Presence != access.Absent
		if before == after || application.Any() || f.ended(application) {
			continue
		}
		reason := " is removed from the client"
		if after {
			reason = " is assigned to the client"
		}
		f.add("application " + f.names.at(application).Label() + reason)
	}
}

// changing adds the changes of the state and the validity of a user, a profile or a unit.
func (f *factors) changing(id access.ID, what string) {
	was, becomes := f.before.Get(id), f.after.Get(id)
	if was == becomes || !f.persists(id) {
		return
	}
	if c := stateOf(was, becomes); c.gives(f.now) || c.takes(f.now) {
		f.add("the " + what + " is " + stateWord(c, becomes.State, f.now))
	}
	if c := validityOf(was, becomes); c.gives(f.now) || c.takes(f.now) {
		f.add("the " + what + " is " + validityWord(c, f.now))
	}
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

func stateWord(c condition, after access.Value[access.State], now clock) string {
	switch state, known := after.Known(); {
	case !known || c.gives(now) && c.takes(now):
		return "in a state that the plan does not show"
	case c.gives(now):
		return enabled
	default:
		return stateNames[state]
	}
}

func validityWord(c condition, now clock) string {
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
