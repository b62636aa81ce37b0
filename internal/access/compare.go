package access

import (
	"cmp"
	"slices"
	"time"
)

// Difference is what a user may gain or lose of a role or an enterprise role, net over all paths. A
// user or a role without an ExtID is any.
type Difference struct {
	User, What    ID
	Before, After Access
	// Gained are times of the access afterwards that the user did not have for certain before; Lost,
	// times before that the user does not have for certain afterwards. Both have only what paths with
	// a change contribute.
	Gained, Lost Extent
	// Old and New are the paths that may be effective before and afterwards.
	Old, New []Holding
}

// Gain reports whether the user may come to have something that was not held for certain.
func (d Difference) Gain() bool { return !d.Gained.Empty() && d.Before.Must.Empty() }

// Loss reports whether the user may lose something altogether.
func (d Difference) Loss() bool { return !d.Lost.Empty() && d.After.Must.Empty() }

// Certain reports whether a gain or a loss happens whatever the values are that are not known.
func (d Difference) Certain() bool {
	return d.Before.May.Empty() && !d.After.Must.Empty() || !d.Before.Must.Empty() && d.After.May.Empty()
}

// Longer reports whether something that was held before may be held at more times.
func (d Difference) Longer() bool { return !d.Gained.Empty() && !d.Gain() }

// Shorter reports whether something that is held afterwards may be held at fewer times.
func (d Difference) Shorter() bool { return !d.Lost.Empty() && !d.Loss() }

// Opened are the data rooms that may be open at more times.
func (d Difference) Opened() []Room { return open(d.Gained) }

// Closed are the data rooms that may be open at fewer times.
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

// Compare compares two states of a tenant from a time on, by user and role. Objects that no fact
// changes, known or not, make no difference.
func Compare(before, after *Tenant, now time.Time) []Difference {
	c := newComparison(before, after)
	found := map[key]*Difference{}
	gained, lost := map[key]*Access{}, map[key]*Access{}
	c.before.changedPaths(c, now, lost)
	c.after.changedPaths(c, now, gained)
	for _, accesses := range []map[key]*Access{lost, gained} {
		for k := range accesses {
			found[k] = &Difference{User: k.user, What: k.what}
		}
	}
	for h := range c.before.Holdings() {
		if d := found[h.key()]; d != nil && !h.may.From(now).Empty() {
			d.Before.add(h, now)
			d.Old = append(d.Old, h)
		}
	}
	for h := range c.after.Holdings() {
		if d := found[h.key()]; d != nil && !h.may.From(now).Empty() {
			d.After.add(h, now)
			d.New = append(d.New, h)
		}
	}
	var all []Difference
	for k, d := range found {
		if a := gained[k]; a != nil {
			d.Gained = a.May.without(d.Before.Must)
		}
		if a := lost[k]; a != nil {
			d.Lost = a.May.without(d.After.Must)
		}
		if !d.Gained.Empty() || !d.Lost.Empty() || len(d.Opened()) > 0 || len(d.Closed()) > 0 {
			all = append(all, *d)
		}
	}
	slices.SortFunc(all, func(a, b Difference) int { return cmp.Or(a.User.Compare(b.User), a.What.Compare(b.What)) })
	return all
}

// changedPaths sums up what changed paths may give.
func (v *View) changedPaths(c *comparison, now time.Time, sums map[key]*Access) {
	for h := range v.Holdings() {
		if h.may.From(now).Empty() || !c.changed(h) {
			continue
		}
		if sums[h.key()] == nil {
			sums[h.key()] = &Access{}
		}
		sums[h.key()].add(h, now)
	}
}

// comparison finds the paths that differ between two states of a tenant.
type comparison struct {
	before, after *View
	// objects are those that differ, kinds the clients and kinds that have one.
	objects map[ID]bool
	kinds   map[ID]bool
	units   map[ID]bool
}

func newComparison(before, after *Tenant) *comparison {
	c := &comparison{before: before.View(), after: after.View(), objects: map[ID]bool{}, kinds: map[ID]bool{}, units: map[ID]bool{}}
	for _, t := range []*Tenant{before, after} {
		for _, o := range slices.Concat(t.order, t.indexed().wild) {
			if !c.objects[o.ID] && !before.Get(o.ID).unchanged(after.Get(o.ID)) {
				c.objects[o.ID], c.kinds[anyOf(o.ID)] = true, true
			}
		}
	}
	c.before.changed, c.after.changed = c.follow(before), c.follow(after)
	return c
}

// follow are the objects that a reference to any object is followed to: those that differ, and
// enterprise roles with a different role.
func (c *comparison) follow(t *Tenant) map[ID][]*Object {
	ids := map[ID]bool{}
	for id := range c.objects {
		ids[id] = true
		if o := t.Get(id); o.Kind == Member {
			for _, owner := range o.owners() {
				ids[owner] = true
			}
		}
	}
	found := map[ID][]*Object{}
	for id := range ids {
		if !id.Any() {
			found[anyOf(id)] = append(found[anyOf(id)], t.Get(id))
		}
	}
	return found
}

// changed reports whether something differs on a path.
func (c *comparison) changed(h Holding) bool {
	for _, o := range h.Path() {
		if c.objects[o.ID] || o.Kind == Profile && c.placeChanged(o) || o.Kind == Role && c.useChanged(h.Grant.Client, o) {
			return true
		}
	}
	return false
}

// placeChanged reports whether a unit differs that an object is in, or one above.
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

// unitChanged follows the units of the state before: one with another unit above differs itself.
func (c *comparison) unitChanged(id ID) bool {
	changed, known := c.units[id]
	if !known {
		c.units[id] = false
		changed = c.objects[id] || c.placeChanged(c.before.tenant.Get(id))
		c.units[id] = changed
	}
	return changed
}

// useChanged reports whether the application of a role differs, or its assignment.
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
