package access

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Difference is the gain or loss of a user for a role or an enterprise role, net over all paths. A
// user or a role without an ExtID represents any.
type Difference struct {
	Joint
	Before, After Access
	// Gained are times of the access afterwards that the user did not certainly have before; Lost
	// are times before that the user does not certainly have afterwards. Both contain only
	// contributions of paths with a change.
	Gained, Lost Extent
	// Old and New are the paths that may be effective before and afterwards.
	Old, New []Holding
	// Entered are the units in which only changed paths may give the role, and no path certainly
	// gave it before. Left are the units in which no path certainly gives it afterwards. A profile
	// with an unknown unit is listed instead of its unit.
	Entered, Left []ID
	// Extends reports that all gained times extend grants that have no effect, before the change and
	// after it.
	Extends bool
}

// Gain reports whether the user may get something that was not certainly held.
func (d Difference) Gain() bool { return !d.Gained.Empty() && d.Before.Must.Empty() && !d.Extends }

// Loss reports whether the user may lose something completely.
func (d Difference) Loss() bool { return !d.Lost.Empty() && d.After.Must.Empty() }

// Certain reports whether a gain or a loss happens for all possible values of unknown facts.
func (d Difference) Certain() bool {
	return d.Before.May.Empty() && !d.After.Must.Empty() || !d.Before.Must.Empty() && d.After.May.Empty()
}

// Longer reports whether existing access may apply at more times.
func (d Difference) Longer() bool { return !d.Gained.Empty() && !d.Gain() }

// Shorter reports whether remaining access may apply at fewer times.
func (d Difference) Shorter() bool { return !d.Lost.Empty() && !d.Loss() }

// Gives reports whether the user may get anything more: a role, times, data rooms or units.
func (d Difference) Gives() bool {
	return !d.Gained.Empty() || len(d.Opened()) > 0 || len(d.Entered) > 0
}

func (d Difference) changes() bool {
	return !d.Gained.Empty() || !d.Lost.Empty() || len(d.Opened()) > 0 || len(d.Closed()) > 0
}

// Within reports whether another difference of the same user and role gives at least as much.
func (d Difference) Within(other Difference) bool {
	return d.Gained.Within(other.Gained) &&
		!slices.ContainsFunc(d.Entered, func(unit ID) bool { return !other.Gain() && !slices.Contains(other.Entered, unit) })
}

// Opened returns the data rooms that may be open at more times.
func (d Difference) Opened() []Room { return open(d.Gained) }

// Closed returns the data rooms that may be open at fewer times.
func (d Difference) Closed() []Room { return open(d.Lost) }

func open(e Extent) []Room {
	var all []Room
	for room, times := range e.Rooms {
		if !times.Empty() {
			all = append(all, Room(room))
		}
	}
	return all
}

// Compare compares two states of a tenant from a time on, by user and role. Objects with unchanged
// facts, known or not, cause no difference.
func Compare(before, after *Tenant, now time.Time) []Difference {
	changed, _ := CompareMoves(before, after, now)
	return changed
}

// CompareMoves works like Compare, and also returns access that users keep at the same times with
// the same data rooms, but in other units.
func CompareMoves(before, after *Tenant, now time.Time) (changed, moved []Difference) {
	return OfUsers.CompareMoves(before, after, now)
}

// Joined is what a comparison joins: paths to the same role, by their user, their profile or their
// grant.
type Joined int

// The paths that a difference is about.
const (
	OfUsers Joined = iota
	OfProfiles
	OfGrants
)

// CompareMoves compares the paths of each user, profile or grant by themselves.
func (j Joined) CompareMoves(before, after *Tenant, now time.Time) (changed, moved []Difference) {
	c := newComparison(before, after)
	c.before.judgement, c.after.judgement = before.View().judgement, after.View().judgement
	found := paths{j, map[Joint]*sums{}}
	c.before.changedPaths(c, func(h Holding) { found.at(h).lose(h, now) })
	c.after.changedPaths(c, func(h Holding) { found.at(h).gain(h, now) })
	c.before.paths(found, func(s *sums, h Holding) { s.Old = append(s.Old, h) })
	c.after.paths(found, func(s *sums, h Holding) { s.New = append(s.New, h.at(now)) })
	for _, k := range slices.SortedFunc(maps.Keys(found.sums), Joint.Compare) {
		s := found.sums[k]
		d := Difference{Joint: k, Old: effective(s.Old, now), New: effective(s.New, now)}
		d.Before, d.After = Sum(d.Old, now), Sum(d.New, now)
		d.Gained, d.Lost = s.gained.May.without(d.Before.Must), s.lost.May.without(d.After.Must)
		d.Extends = !s.fresh && !d.Gained.Empty()
		d.Entered, d.Left = s.added.outside(d.Old, now), s.removed.outside(d.New, now)
		switch {
		case d.changes():
			changed = append(changed, d)
		case d.Moves(before, after) || len(d.New) > 0 && len(d.Old) > 0 && len(d.Entered)+len(d.Left) > 0:
			moved = append(moved, d)
		}
	}
	return changed, moved
}

// Moves reports whether the user keeps a role or an enterprise role through a profile that moves to
// another unit.
func (d Difference) Moves(before, after *Tenant) bool {
	return len(d.New) > 0 && slices.ContainsFunc(d.Old, func(h Holding) bool {
		was, becomes := before.Get(h.Profile.ID), after.Get(h.Profile.ID)
		return was.Presence == Present && becomes.Presence == Present && !was.Target.Equal(becomes.Target)
	})
}

// sums collects a difference, with the contributions of its changed paths.
type sums struct {
	Difference
	gained, lost   Access
	added, removed places
	// fresh reports that a path gives something that it did not grant before.
	fresh bool
}

func (s *sums) lose(h Holding, now time.Time) {
	s.lost.add(h, now)
	s.removed = s.removed.with(h, now)
}

func (s *sums) gain(h Holding, now time.Time) {
	h = h.at(now)
	s.added = s.added.with(h, now)
	if h.judged == nil {
		s.gained.add(h, now)
		s.fresh = true
		return
	}
	granted, extends := h.judged.granted.from(now), h.judged.extends
	h.times.May = h.judged.effect
	s.gained.add(h, now)
	s.gained.May = s.gained.May.or(granted)
	s.fresh = s.fresh || !h.times.May.From(now).Empty() || !extends && !granted.Empty()
}

// places maps units to the times at which something may be held in them, without the other units of
// an open data room.
type places map[ID]Times

func (p places) with(h Holding, now time.Time) places {
	if p == nil {
		p = places{}
	}
	for _, unit := range h.units() {
		p[unit] = p[unit].Or(h.times.May.From(now))
	}
	return p
}

// outside returns the units with times at which no path certainly gives the same.
func (p places) outside(paths []Holding, now time.Time) []ID {
	var found []ID
	for unit, times := range p {
		for _, h := range paths {
			if units := h.units(); h.Grant.Kind == Grant && h.Grant.Rooms.Must(UnitRoom) || len(units) == 1 && units[0] == unit {
				times = times.Without(h.times.Must.From(now))
			}
		}
		if !times.Empty() {
			found = append(found, unit)
		}
	}
	slices.SortFunc(found, ID.Compare)
	return found
}

// units returns the units that the profile may be in; the profile itself if its unit is unknown.
func (h Holding) units() []ID {
	if h.Profile.Target.IsAny() {
		return []ID{h.Profile.ID}
	}
	return h.Profile.refs(Unit, h.Profile.Target)
}

// Joint identifies what joined paths give to whom. Profile and Grant are set if they are not joined.
type Joint struct{ User, What, Profile, Grant ID }

// Compare orders by user, role, profile and grant.
func (k Joint) Compare(other Joint) int {
	return cmp.Or(k.User.Compare(other.User), k.What.Compare(other.What), k.Profile.Compare(other.Profile), k.Grant.Compare(other.Grant))
}

// Of returns what a path is joined by.
func (j Joined) Of(h Holding) Joint {
	k := Joint{User: h.User.ID, What: h.What()}
	if j >= OfProfiles {
		k.Profile = h.Profile.ID
	}
	if j >= OfGrants {
		k.Grant = h.Grant.ID
	}
	return k
}

// paths are the contributions of joined paths.
type paths struct {
	by   Joined
	sums map[Joint]*sums
}

func (p paths) at(h Holding) *sums {
	k := p.by.Of(h)
	if p.sums[k] == nil {
		p.sums[k] = &sums{}
	}
	return p.sums[k]
}

func effective(paths []Holding, now time.Time) []Holding {
	return slices.DeleteFunc(paths, func(h Holding) bool { return h.times.May.From(now).Empty() })
}

// changedPaths visits the paths with a difference.
func (v *View) changedPaths(c *comparison, visit func(Holding)) {
	v.only = c.changed
	for h := range v.Holdings() {
		visit(h)
	}
	v.only = nil
}

// paths visits all paths of the same users and roles. It follows only the grants of these users,
// unless something was not read.
func (v *View) paths(found paths, visit func(*sums, Holding)) {
	users := map[ID]bool{}
	for k := range found.sums {
		users[k.User] = true
	}
	var grants []*Object
	for user := range users {
		if grants = append(grants, v.grantsOf(user)...); len(v.tenant.gaps) > 0 {
			break
		}
	}
	for h := range v.among(grants, func(h Holding) bool { return found.sums[found.by.Of(h)] != nil }) {
		visit(found.at(h), h)
	}
}

// comparison finds the paths that differ between two states of a tenant.
type comparison struct {
	before, after *View
	// objects are the changed objects, kinds their clients and kinds, and units caches whether a
	// unit or one of its ancestors changes.
	objects, kinds, units map[ID]bool
}

func newComparison(before, after *Tenant) *comparison {
	c := &comparison{before: before.view(), after: after.view(), objects: map[ID]bool{}, kinds: map[ID]bool{}, units: map[ID]bool{}}
	for _, t := range []*Tenant{before, after} {
		for _, o := range t.differing(before.root() == after.root()) {
			if !c.objects[o.ID] && !before.Get(o.ID).unchanged(after.Get(o.ID)) {
				c.objects[o.ID], c.kinds[anyOf(o.ID)] = true, true
			}
		}
	}
	c.follow(c.before)
	c.follow(c.after)
	return c
}

// differing returns the objects that may differ from another tenant. sameRoot reports that both
// share their root.
func (t *Tenant) differing(sameRoot bool) []*Object {
	if !sameRoot {
		return slices.Concat(t.all(), t.wild())
	}
	var objects []*Object
	for ; t.base != nil; t = t.base {
		objects = append(objects, t.order...)
	}
	return objects
}

// root returns the tenant with the shared facts.
func (t *Tenant) root() *Tenant {
	for t.base != nil {
		t = t.base
	}
	return t
}

// follow lets a view resolve references to any object to the changed ones, and to enterprise roles
// with a changed member.
func (c *comparison) follow(v *View) {
	ids := map[ID]bool{}
	for id := range c.objects {
		ids[id] = true
		if o := v.tenant.Get(id); o.Kind == Member {
			for _, owner := range o.owners() {
				ids[owner] = true
			}
		}
	}
	v.changed = map[ID][]*Object{}
	for _, id := range slices.SortedFunc(maps.Keys(ids), ID.Compare) {
		if id.Any() {
			continue
		}
		o := v.tenant.Get(id)
		if v.changed[anyOf(id)] = append(v.changed[anyOf(id)], o); o.unread && !slices.Contains(v.tenant.wild(), o) {
			v.unread = append(v.unread, o)
		}
	}
}

// changed reports whether anything on a path changes.
func (c *comparison) changed(h Holding) bool {
	for _, o := range h.Path() {
		if c.objects[o.ID] || o.Kind == Profile && c.placeChanged(o) || o.Kind == Role && c.useChanged(h.Grant.Client, o) {
			return true
		}
	}
	return false
}

// placeChanged reports whether the unit of an object or one of its ancestors changes.
func (c *comparison) placeChanged(o *Object) bool {
	refs := o.Target
	if o.Kind == Unit {
		refs = o.Owner
	}
	if refs.IsAny() {
		return c.kinds[o.ref(Unit, "")]
	}
	return slices.ContainsFunc(refs.Options(), func(extID string) bool { return extID != "" && c.unitChanged(o.ref(Unit, extID)) })
}

// unitChanged follows the units of the state before. A unit with another parent is itself a changed
// object.
func (c *comparison) unitChanged(id ID) bool {
	changed, known := c.units[id]
	if !known {
		c.units[id] = false
		changed = c.objects[id] || c.placeChanged(c.before.tenant.Get(id))
		c.units[id] = changed
	}
	return changed
}

// useChanged reports whether the application of a role, or its assignment, changes.
func (c *comparison) useChanged(client string, role *Object) bool {
	assignment := ID{role.Service, client, Assignment, ""}
	return slices.ContainsFunc(role.owners(), func(id ID) bool {
		if id.ExtID == "" {
			return c.kinds[id] || c.kinds[assignment]
		}
		assignment.ExtID = id.ExtID
		return c.objects[id] || c.objects[assignment]
	})
}
