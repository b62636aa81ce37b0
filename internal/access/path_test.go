package access_test

import (
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
)

// completion draws a value for each unknown one. Equal values get the same one.
type completion struct {
	chance
	drawn map[any]any
}

func complete[T comparable](c completion, of access.Value[T], draw func() T) access.Value[T] {
	if _, known := of.Known(); known {
		return of
	}
	if c.drawn[of] == nil {
		c.drawn[of] = draw()
		if options := of.Options(); len(options) > 0 {
			c.drawn[of] = options[c.IntN(len(options))]
		}
	}
	return access.Exactly(c.drawn[of].(T))
}

// room is an unknown data room. changed distinguishes changed ones from others.
type room struct {
	of      access.ID
	room    access.Room
	changed bool
}

func (c completion) object(o access.Object, changed access.Facts) access.Object {
	o.Owner = complete(c, o.Owner, func() string { return c.thing(o.Kind).owner })
	o.Target = complete(c, o.Target, func() string { return c.thing(o.Kind).target })
	o.State = complete(c, o.State, func() access.State { return access.State(c.IntN(3)) })
	o.From = complete(c, o.From, func() access.Moment { m, _ := moment(c.IntN(6)).Known(); return m })
	o.To = complete(c, o.To, func() access.Moment { m, _ := moment(c.IntN(6)).Known(); return m })
	for r := access.ClientRoom; r <= access.EnterpriseRoleRoom; r++ {
		if o.Rooms.May(r) == o.Rooms.Must(r) {
			continue
		}
		key := room{o.ID, r, changed&access.RoomFact(r) != 0}
		if c.drawn[key] == nil {
			c.drawn[key] = c.in(50)
		}
		o.Rooms = o.Rooms.Open(r, access.Exactly(c.drawn[key].(bool)))
	}
	return o
}

// hours returns the hours at which each grant by itself gives something, with the data room that it
// opens, or -1.
func hours(t *access.Tenant) map[access.ID]map[[2]int]bool {
	found := map[access.ID]map[[2]int]bool{}
	for h := range t.View().Holdings() {
		if h.Member != nil {
			continue
		}
		if found[h.Grant.ID] == nil {
			found[h.Grant.ID] = map[[2]int]bool{}
		}
		sum := access.Sum([]access.Holding{h}, now).May
		for room, times := range append([]access.Times{sum.Held}, sum.Rooms[:]...) {
			for at := present; at <= lastHour; at++ {
				if times.At(hour(at)) {
					found[h.Grant.ID][[2]int{at, room - 1}] = true
				}
			}
		}
	}
	return found
}

// reaches reports whether an extent has an hour. Held includes the data rooms that do not change.
func reaches(all []access.Extent, at [2]int) bool {
	return slices.ContainsFunc(all, func(e access.Extent) bool {
		return e.Held.At(hour(at[0])) || at[1] >= 0 && e.Rooms[at[1]].At(hour(at[0]))
	})
}

// unshown reports the hours of grants that are not among the others and that no difference shows.
func unshown(t *testing.T, verb string, of, others map[access.ID]map[[2]int]bool, moved map[access.ID]bool,
	shown map[access.ID][]access.Extent) {
	t.Helper()
	for grant, all := range of {
		for at := range all {
			if !others[grant][at] && !moved[grant] && !reaches(shown[grant], at) {
				t.Errorf("%v %s %v, which is not shown", grant, verb, at)
			}
		}
	}
}

// Whatever the unknown values turn out to be, a grant gives and takes no more than its difference
// shows. A grant that moves to other units has a difference.
func TestComparePaths_random(t *testing.T) {
	random(t, 2, func(t *testing.T, c chance) {
		before, changed := access.NewTenant(), map[access.ID]access.Facts{}
		var objects []access.Object
		for _, one := range c.world() {
			o := one.object()
			for range c.IntN(3) {
				c.blurred(&o)
			}
			before.Add(o)
		}
		for o := range before.Objects() {
			if c.in(25) {
				next, sets := c.changed(*o)
				objects, changed[o.ID] = append(objects, next), sets
			}
		}
		after := before.With(objects)
		gained, lost, moved := map[access.ID][]access.Extent{}, map[access.ID][]access.Extent{}, map[access.ID]bool{}
		for _, d := range access.ComparePaths(before, after, now, func(access.Holding) bool { return true }) {
			for _, h := range d.New {
				gained[h.Grant.ID], moved[h.Grant.ID] = append(gained[h.Grant.ID], d.Gained), moved[h.Grant.ID] || d.Moved
			}
			for _, h := range d.Old {
				lost[h.Grant.ID] = append(lost[h.Grant.ID], d.Lost)
			}
		}
		for range 4 {
			all := completion{c, map[any]any{}}
			was, is := access.NewTenant(), access.NewTenant()
			for o := range before.Objects() {
				was.Add(all.object(*o, 0))
				if next := after.Get(o.ID); next.Presence != access.Absent {
					is.Add(all.object(*next, changed[o.ID]))
				}
			}
			had, has := hours(was), hours(is)
			unshown(t, "gains", has, had, moved, gained)
			unshown(t, "loses", had, has, moved, lost)
		}
	})
}

// blurred makes a fact of an object uncertain, but not its existence. References to any object are
// not resolved.
func (c chance) blurred(o *access.Object) {
	was := *o
	if c.widen(o); o.Owner.IsAny() || o.Target.IsAny() || o.Presence != access.Present {
		*o = was
	}
}

// changed returns an object after an update or a delete, and the facts that the update sets.
func (c chance) changed(o access.Object) (access.Object, access.Facts) {
	drawn := c.thing(o.Kind).object()
	drawn.ID = o.ID
	for range c.IntN(2) {
		c.blurred(&drawn)
	}
	var sets access.Facts
	switch o.Kind {
	case access.Grant:
		sets = []access.Facts{access.FromFact, access.ToFact, access.RoomFact(access.Room(c.IntN(4)))}[c.IntN(3)]
	case access.EnterpriseGrant:
		sets = []access.Facts{access.FromFact, access.ToFact}[c.IntN(2)]
	case access.Unit:
		sets = []access.Facts{access.StateFact, access.FromFact, access.ToFact, access.OwnerFact}[c.IntN(4)]
	case access.Profile:
		sets = []access.Facts{access.StateFact, access.FromFact, access.ToFact, access.TargetFact}[c.IntN(4)]
	case access.User:
		sets = []access.Facts{access.StateFact, access.FromFact | access.ToFact}[c.IntN(2)]
	}
	if sets == 0 || c.in(15) {
		o.Presence = access.Absent
		return o, 0
	}
	return access.Change{Object: drawn, Sets: sets}.On(o), sets
}
