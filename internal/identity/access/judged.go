package access

import "time"

// judgement decides the paths on which a plan changes something by what they grant. A path that the
// plan creates, opens, extends or enables counts as if its other switches were on: the state and the
// validity of its user, its profile and its units, and the assignment of its application. Mostly, no
// plan turns them on.
type judgement struct{ *comparison }

// judged is what a path grants, whatever its switches are today.
type judged struct {
	// effect holds the times at which the path may be effective.
	effect Times
	// granted is what the path grants only after the plan.
	granted Extent
	// extends reports that the path granted something before, for fewer times or data rooms.
	extends bool
	// opened are the data rooms that the plan opens in an existing grant, as bits.
	opened uint8
}

// at returns a path as it counts at a time. Data rooms of a grant that is over count as open from
// then on, because only its validity has to be changed.
func (h Holding) at(now time.Time) Holding {
	if h.judged == nil || h.judged.opened == 0 || !h.times.May.From(now).Empty() {
		return h
	}
	j := *h.judged
	h.times.May = Always.From(now)
	opened := extent(h.times.May, j.opened)
	opened.Held = nil
	j.granted = j.granted.or(opened)
	h.judged = &j
	return h
}

// judge adds what a path grants to its times. Paths that grant nothing more are unchanged.
func (j judgement) judge(h Holding) Holding {
	if !j.changed(h) {
		return h
	}
	own, was := j.own(h)
	on, before := j.switches(h)
	rooms, closed := h.Grant.Rooms.may, j.before.tenant.Get(h.Grant.ID).Rooms.must
	granted := extent(own.May, rooms).without(extent(was.Must, closed))
	enabled := extent(own.May.And(on), rooms).without(extent(was.Must.And(before), closed))
	all := granted.or(enabled)
	moved := j.moves(h.Profile) && j.after.place(h.Profile).May.Empty()
	opened := rooms &^ closed
	if j.before.tenant.Get(h.Grant.ID).Presence != Present || h.Grant.Kind != Grant {
		opened = 0
	}
	if !all.grants() && !moved && opened == 0 {
		return h
	}
	h.judged = &judged{h.times.May, all, !was.Must.And(before).Empty(), opened}
	if !all.grants() && !moved {
		return h
	}
	if granted.grants() {
		on = Always
	}
	h.times.May = h.times.May.Or(own.May.And(on))
	return h
}

// extent returns the extent of a path with data rooms, as bits.
func extent(times Times, rooms uint8) Extent {
	e := Extent{Held: times}
	for room := range lastRoom + 1 {
		if rooms>>room&1 == 1 {
			e.Rooms[room] = times
		}
	}
	return e
}

// grants reports whether something is held, or a data room is open, at any time.
func (e Extent) grants() bool { return !e.Empty() || len(open(e)) > 0 }

// from returns the extent that is not over at the given time.
func (e Extent) from(now time.Time) Extent {
	e.Held = e.Held.From(now)
	for room := range e.Rooms {
		e.Rooms[room] = e.Rooms[room].From(now)
	}
	return e
}

// own returns the times that a path's grant, enterprise role and role leave after and before the
// plan. A path that did not certainly exist before left none.
func (j judgement) own(h Holding) (after, before Span) {
	after, before = allTimes, allTimes
	for _, o := range h.Path() {
		was := j.before.tenant.Get(o.ID)
		if o.Kind != User && o.Kind != Profile {
			after, before = after.And(o.Span()), before.And(was.Span())
		}
		refers := o.Kind == Grant || o.Kind == EnterpriseGrant || o.Kind == Member
		if o != was && (was.Presence != Present || (refers || o.Kind == Profile) && !same(o.Owner, was.Owner) ||
			refers && !same(o.Target, was.Target)) {
			before = noTimes
		}
	}
	return after, before
}

// switches returns the times that the switches of a path leave after and before the plan. A switch
// that the plan does not turn on is on.
func (j judgement) switches(h Holding) (after, before Times) {
	after, before = Always, Always
	turn := func(is, was Span) {
		switch {
		case is.May.Without(was.Must).Empty():
		case was.Must.Empty():
			before = nil
		default:
			after, before = after.And(is.May), before.And(was.Must)
		}
	}
	for _, o := range []*Object{h.User, h.Profile} {
		if j.objects[o.ID] {
			turn(o.Span(), j.before.tenant.Get(o.ID).Span())
		}
	}
	if profile := j.before.tenant.Get(h.Profile.ID); j.placeChanged(h.Profile) || j.placeChanged(profile) {
		turn(j.after.place(h.Profile), j.before.place(profile))
	}
	if h.Role != nil && j.useChanged(h.Grant.Client, h.Role) {
		turn(j.after.use(use{h.Grant.Client, h.Role}), j.before.use(use{h.Grant.Client, j.before.tenant.Get(h.Role.ID)}))
	}
	return after, before
}

// moves reports whether a profile, its unit or an ancestor of it moves.
func (j judgement) moves(profile *Object) bool {
	seen := map[ID]bool{}
	var moved func(*Object) bool
	moved = func(o *Object) bool {
		was, is := j.before.tenant.Get(o.ID).Target, o.Target
		if o.Kind == Unit {
			was, is = j.before.tenant.Get(o.ID).Owner, o.Owner
		}
		if !is.Equal(was) {
			return true
		}
		for _, id := range o.refs(Unit, is) {
			if !seen[id] {
				if seen[id] = true; moved(j.after.tenant.Get(id)) {
					return true
				}
			}
		}
		return false
	}
	return moved(profile)
}
