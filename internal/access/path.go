package access

import (
	"slices"
	"time"
)

// ComparePaths compares the grants of users one by one: each grant before and afterwards, then the
// remaining ones with the same profile and role in their order. It is for grants that the plan
// claims. It does not net them over the paths of a user, so that a gain and a loss never cancel
// each other out.
//
// A difference results from the changed facts on its path. Unchanged facts count as effective, even
// if they are unknown, because a claimed limit excuses no gain. An object that may exist before
// counts as existing. A path without effect before cannot be lost, unless the grant itself changes.
func ComparePaths(before, after *Tenant, now time.Time, of func(Holding) bool) []Difference {
	old := &pathView{View: before.View(), other: after, claims: true, places: map[*Object]place{}}
	is := &pathView{View: after.View(), other: before, places: map[*Object]place{}}
	var found []Difference
	for _, p := range pairs(old.View, is.View, of) {
		d := Difference{Old: p.before, New: p.after}
		h := slices.Concat(p.before, p.after)[0]
		d.User, d.What = h.User.ID, h.What()
		d.Before, d.After = old.sum(p.before, p.after, now), is.sum(p.after, p.before, now)
		d.Gained, d.Lost = d.After.May.without(d.Before.Must), d.Before.May.without(d.After.Must)
		d.Moved = len(p.before) > 0 && len(p.after) > 0 && is.place(h.Profile.ID).moved
		if p.idle(now) {
			d.Lost = Extent{}
		}
		if d.Moved || d.changes() {
			found = append(found, d)
		}
	}
	return found
}

// pathPair is one path before and afterwards; it may be missing on one side.
type pathPair struct{ before, after []Holding }

// idle reports whether a path has no effect before, so that it cannot be lost. A path whose grant
// changes is never idle.
func (p *pathPair) idle(now time.Time) bool {
	s := allTimes
	for _, h := range p.before {
		if len(p.after) == 0 {
			s = h.times
			continue
		}
		s = h.User.Span().And(h.Profile.Span()).And(h.Grant.Span())
		if h.Grant != p.after[0].Grant || h.User.Presence == Absent || h.Profile.Presence == Absent {
			return false
		}
	}
	return s.May.From(now).Empty()
}

// directPath identifies what a user has through a profile, regardless of the grant.
type directPath struct{ user, profile, what ID }

// pairs returns the grants of both sides in pairs. Grants with an unknown profile or role are
// paired only by their ID.
func pairs(before, after *View, of func(Holding) bool) []*pathPair {
	type granted struct {
		directPath
		grant ID
	}
	var all, others []*pathPair
	was, unmatched := map[granted]*pathPair{}, map[directPath][]*pathPair{}
	keyed := func(h Holding) directPath { return directPath{h.User.ID, h.Profile.ID, h.What()} }
	for h := range before.direct(of) {
		p := &pathPair{before: []Holding{h}}
		all, was[granted{keyed(h), h.Grant.ID}] = append(all, p), p
	}
	for h := range after.direct(of) {
		if p := was[granted{keyed(h), h.Grant.ID}]; p != nil {
			p.after = []Holding{h}
		} else {
			others = append(others, &pathPair{after: []Holding{h}})
		}
	}
	for _, p := range all {
		if h := p.before[0]; len(p.after) == 0 && !h.Profile.Any() && !h.What().Any() {
			unmatched[keyed(h)] = append(unmatched[keyed(h)], p)
		}
	}
	for _, p := range others {
		key := keyed(p.after[0])
		if left := unmatched[key]; len(left) > 0 {
			left[0].after, unmatched[key] = p.after, left[1:]
		} else {
			all = append(all, p)
		}
	}
	return all
}

// direct iterates over the holdings of the grants themselves, without grants that may be in an
// unread list.
func (v *View) direct(of func(Holding) bool) func(func(Holding) bool) {
	return func(yield func(Holding) bool) {
		for h := range v.Holdings() {
			if h.Member == nil && !h.Grant.Any() && of(h) && !yield(h) {
				return
			}
		}
	}
}

// pathView computes the effect of changed facts on paths.
type pathView struct {
	*View
	other *Tenant
	// claims reports that an object that may exist counts as existing.
	claims bool
	places map[*Object]place
}

// place is the effect of an object's units on a path. moved reports that one of them is another one
// than in the other state.
type place struct {
	Span
	moved bool
}

// sum returns the access of paths. A path that exists on one side only has all times, regardless of
// its limits.
func (v *pathView) sum(paths, others []Holding, now time.Time) Access {
	var a Access
	for _, h := range paths {
		grant := *h.Grant
		if h.times = allTimes; len(others) > 0 {
			h.times, grant.Rooms = v.differing(h, others[0].Grant), grant.Rooms.differing(others[0].Grant.Rooms)
		} else if !v.exists(h.Grant) || !v.settled(h.Grant) {
			h.times = openTimes
		}
		h.Grant = &grant
		a.add(h, now)
	}
	return a
}

// differing returns the rooms without unknown ones that are the same in other.
func (r Rooms) differing(other Rooms) Rooms {
	if r.which == other.which {
		r.may = r.must
	}
	return r
}

// exists reports whether an object exists, or may exist and did not certainly exist in the other
// state. A claim counts as existing, and so does a create that the service may refuse.
func (v *pathView) exists(o *Object) bool {
	return o.Presence == Present || o.Presence == Unsure && (v.claims || v.other.Get(o.ID).Presence != Present)
}

// settled reports whether each reference of an object has one target, or does not change.
// References of a new object are always settled.
func (v *pathView) settled(o *Object) bool {
	other := v.other.Get(o.ID)
	stays := func(to, was Value[string]) bool {
		return o.single(to) || to == was || to.IsAny() && other.Presence == Absent
	}
	return stays(o.Owner, other.Owner) && (o.Kind == Profile || stays(o.Target, other.Target))
}

// differing returns the times that the changed facts of a path allow. grant is the same path's
// grant on the other side.
func (v *pathView) differing(h Holding, grant *Object) Span {
	s := v.against(h.Grant, grant)
	for _, o := range h.Path() {
		if o != h.Grant {
			s = s.And(v.own(o))
		}
		switch o.Kind {
		case Grant, EnterpriseGrant, Profile:
			if !v.settled(o) {
				s.Must = nil
			}
		case Role:
			s = s.And(v.use(h.Grant.Client, o))
		}
	}
	return s.And(v.place(h.Profile.ID).Span)
}

// own returns the times that the changed facts of an object allow.
func (v *pathView) own(o *Object) Span { return v.against(o, v.other.Get(o.ID)) }

// against returns the times that an object leaves, compared with another one. Known facts that stay
// limit both if both objects certainly exist. Otherwise they are claims.
func (v *pathView) against(o, other *Object) Span {
	changes, stays := *o, *o
	switch {
	case v.claims && o.Presence == Absent && o.Kind != Assignment:
		// Another object claims to refer to it.
		return allTimes
	case v.exists(o):
		changes.Presence = Present
	}
	if other.Presence == Absent {
		return changes.Span()
	}
	split(&changes.State, &stays.State, other.State)
	if o.From == other.From && o.To == other.To || o.From.IsAny() {
		split(&changes.From, &stays.From, other.From)
	}
	if o.From == other.From && o.To == other.To || o.To.IsAny() {
		split(&changes.To, &stays.To, other.To)
	}
	s := changes.Span()
	if o.Presence == Present && other.Presence == Present {
		may := stays.Span().May
		s = s.And(Span{may, may})
	}
	return s
}

// split puts a fact into one of two parts of an object, depending on whether it changes. The zero
// value in the other part limits nothing.
func split[T comparable](changes, stays *Value[T], other Value[T]) {
	part := stays
	if *changes == other {
		part = changes
	}
	*part = Value[T]{}
}

// use returns the times that the changed application of a role in a client allows.
func (v *pathView) use(client string, role *Object) Span {
	if was := v.other.Get(role.ID); role.Owner != was.Owner && was.Presence != Absent {
		may := v.View.use(use{client, role}).May
		return Span{may, may}
	}
	s := allTimes
	for i, id := range role.owners() {
		if id.ExtID == "" {
			return allTimes
		}
		one := v.own(v.tenant.Get(id)).And(v.own(v.tenant.Get(ID{id.Service, client, Assignment, id.ExtID})))
		if i > 0 {
			one = one.either(s)
		}
		s = one
	}
	return s
}

// place returns the effect of the changed units of a profile or a unit. Units that it leaves or
// enters count as effective at all possible times.
func (v *pathView) place(id ID) place {
	o, other := v.tenant.Get(id), v.other.Get(id)
	p, known := v.places[o]
	if known {
		return p
	}
	v.places[o] = place{Span: allTimes}
	refs, was := o.Target, other.Target
	if o.Kind == Unit {
		refs, was = o.Owner, other.Owner
	}
	p = place{allTimes, refs != was}
	for i, extID := range refs.Options() {
		above := v.above(o.ref(Unit, extID), refs != was)
		if i > 0 {
			above = place{above.either(p.Span), above.moved || p.moved}
		}
		p = above
	}
	v.places[o] = p
	return p
}

// above returns the effect of a changed unit and its ancestors. For a unit that an object leaves or
// enters, it returns all possible times.
func (v *pathView) above(id ID, moved bool) place {
	unit := v.tenant.Get(id)
	switch {
	case id.ExtID == "" || moved && v.claims && unit.Presence == Absent:
		return place{allTimes, moved}
	case moved:
		may := v.View.unit(unit).May
		return place{Span{may, may}, true}
	}
	p := v.place(id)
	p.Span = p.And(v.own(unit))
	return p
}
