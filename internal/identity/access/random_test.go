package access_test

import (
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// chance draws small tenants and plans.
type chance struct{ *rand.Rand }

func newChance(seed uint64) chance { return chance{rand.New(rand.NewPCG(seed, 20))} }

func (c chance) in(percent int) bool { return c.IntN(100) < percent }

// one draws an external ID of a kind, such as u2.
func (c chance) one(kind access.Kind) string {
	return fmt.Sprint(map[access.Kind]string{
		access.Application: "x", access.Role: "r", access.Unit: "n", access.User: "u", access.Profile: "p", access.EnterpriseRole: "e",
		access.Grant: "g", access.EnterpriseGrant: "h",
	}[kind], 1+c.IntN(2+int(kind)%2))
}

var drawn = []access.Kind{
	access.Application, access.Role, access.Unit, access.User, access.Profile, access.EnterpriseRole, access.Assignment, access.Member,
	access.Grant, access.EnterpriseGrant,
}

// thing draws an object. Its references may be dangling.
func (c chance) thing(kind access.Kind) thing {
	t := thing{kind: kind, client: "acme", id: c.one(kind)}
	switch kind {
	case access.Application, access.Role:
		if t.client = ""; kind == access.Role {
			t.owner = c.one(access.Application)
		}
	case access.Unit:
		if c.in(60) {
			t.owner = c.one(access.Unit)
		}
	case access.Profile:
		if t.owner = c.one(access.User); c.in(70) {
			t.target = c.one(access.Unit)
		}
	case access.Assignment:
		t.target = c.one(access.Application)
		t.id = t.target
	case access.Member:
		t.owner, t.target = c.one(access.EnterpriseRole), c.one(access.Role)
		t.id = t.owner + "/" + t.target
	case access.Grant:
		t.owner, t.target = c.one(access.Profile), c.one(access.Role)
		t.rooms[c.IntN(4)] = c.in(40)
	case access.EnterpriseGrant:
		t.owner, t.target = c.one(access.Profile), c.one(access.EnterpriseRole)
	}
	if t.client != "" && c.in(8) {
		t.client = "other"
	}
	c.limit(&t)
	return t
}

// limit draws a state and a validity if the kind has them.
func (c chance) limit(t *thing) {
	stateful := t.kind == access.Unit || t.kind == access.User || t.kind == access.Profile
	if stateful && c.in(15) {
		t.state = access.Disabled
	}
	if t.kind != access.Unit && stateful && c.in(7) {
		t.state = access.Archived
	}
	if stateful || t.kind == access.Grant || t.kind == access.EnterpriseGrant {
		if c.in(20) {
			t.from = 1 + c.IntN(6)
		}
		if c.in(20) {
			t.to = 1 + c.IntN(6)
		}
	}
}

// world draws a tenant.
func (c chance) world() world {
	var w world
	for _, kind := range drawn {
		for range 1 + c.IntN(5) {
			t := c.thing(kind)
			state := t.state
			t.state = access.Active
			w, _ = w.create(t)
			if made := w.find(t.kind, t.client, t.id); made != nil && made.state == access.Active && kind != access.Unit &&
				kind != access.User {
				made.state = state
			}
		}
	}
	for i := range w {
		if t := c.thing(w[i].kind); w[i].kind == access.Unit || w[i].kind == access.User {
			w, _ = w.update(op{thing: thing{kind: w[i].kind, client: w[i].client, id: w[i].id, state: t.state}, sets: access.StateFact})
		}
	}
	return w
}

// plan draws changes, including replacements.
func (c chance) plan(w world) []op {
	var ops []op
	for range 1 + min(c.IntN(5), c.IntN(5)+c.IntN(3)) {
		t := c.thing(drawn[c.IntN(len(drawn))])
		if c.in(70) {
			t = w[c.IntN(len(w))]
		}
		o := op{action: access.Action(c.IntN(3)), thing: t}
		if o.action == access.Update {
			o = c.update(o)
		}
		if o.action == access.Create && t.kind != access.Member && t.kind != access.Assignment {
			drawn := c.thing(t.kind)
			o.owner, o.target, o.from, o.to = drawn.owner, drawn.target, drawn.from, drawn.to
		}
		if len(ops) > 0 && c.in(40) {
			o.after = []int{c.IntN(len(ops))}
		}
		if ops = append(ops, o); o.action == access.Delete && c.in(40) {
			made := op{action: access.Create, thing: c.thing(t.kind)}
			if made.id = t.id; t.kind == access.Member || t.kind == access.Assignment {
				made.thing = t
			}
			made.client = t.client
			if c.in(70) {
				made.after = []int{len(ops) - 1}
			}
			ops = append(ops, made)
		}
	}
	return ops[:min(7, len(ops))]
}

// update draws the facts of an update. A move does not also set the state, because then their order
// would matter.
func (c chance) update(o op) op {
	drawn := c.thing(o.kind)
	o.state, o.from, o.to, o.rooms = drawn.state, drawn.from, drawn.to, drawn.rooms
	switch o.kind {
	case access.Unit, access.User, access.Profile:
		o.sets = []access.Facts{access.StateFact, access.FromFact, access.ToFact, access.StateFact | access.ToFact}[c.IntN(4)]
	case access.Grant:
		o.sets = []access.Facts{access.FromFact, access.ToFact, access.RoomFact(0), access.RoomFact(access.Room(c.IntN(4)))}[c.IntN(4)]
	case access.EnterpriseGrant:
		o.sets = access.FromFact | access.ToFact
	default:
		o.action = access.Delete
	}
	switch {
	case o.kind == access.Unit && c.in(40):
		o.sets, o.owner = access.OwnerFact, drawn.owner
	case o.kind == access.Profile && c.in(40):
		o.sets, o.target = access.TargetFact, c.one(access.Unit)
	}
	return o
}

// explore visits the worlds after every subset of the changes in every possible order, equal ones
// once. With whole, it visits only the results of all changes, with the number of refusals.
func explore(w world, ops []op, whole bool, visit func(world, int)) {
	type state struct {
		done, refused int
		world         uint64
	}
	seen, visited := map[state]bool{}, map[uint64]bool{}
	var step func(world, int, int)
	step = func(w world, done, refused int) {
		s := state{done, refused, w.hash()}
		if seen[s] {
			return
		}
		seen[s] = true
		if !whole && !visited[s.world] || whole && done == 1<<len(ops)-1 {
			visited[s.world] = true
			visit(w, refused)
		}
		for i, o := range ops {
			if done>>i&1 == 1 || !possible(ops, i, done, whole) {
				continue
			}
			next, accepted := w.do(o)
			refusals := refused
			if !accepted && whole {
				refusals++
			}
			step(next, done|1<<i, refusals)
		}
	}
	step(w, 0, 0)
}

// possible reports whether a change may come next: no change that must follow it is done and, with
// whole, all that it follows are done.
func possible(ops []op, next, done int, whole bool) bool {
	for i := range ops {
		if done>>i&1 == 1 && follows(ops, i, next) || whole && done>>i&1 == 0 && follows(ops, next, i) {
			return false
		}
	}
	return true
}

func follows(ops []op, i, first int) bool {
	return slices.ContainsFunc(ops[i].after, func(j int) bool { return j == first || follows(ops, j, first) })
}

var hashSeed = maphash.MakeSeed()

func (w world) hash() (sum uint64) {
	for _, t := range w {
		sum += maphash.Comparable(hashSeed, t)
	}
	return sum
}

// hour returns the time of an hour of the oracle.
func hour(h int) time.Time { return now.Add(time.Duration(h-present) * time.Hour) }

func moment(h int) access.Value[access.Moment] {
	if h == 0 {
		return access.Exactly(access.Moment(0))
	}
	return access.Exactly(access.At(hour(h)))
}

// object converts a thing to an object of the model.
func (t thing) object() access.Object {
	o := access.Object{
		ID: access.NewID("s", t.client, t.kind, t.id), Owner: access.Exactly(t.owner), Target: access.Exactly(t.target),
		State: access.Exactly(t.state), From: moment(t.from), To: moment(t.to),
	}
	for room, open := range t.rooms {
		o.Rooms = o.Rooms.Open(access.Room(room), access.Exactly(open))
	}
	return o
}

func (w world) tenant() *access.Tenant {
	t := access.NewTenant()
	for _, one := range w {
		t.Add(one.object())
	}
	return t
}

func changes(ops []op) []access.Change {
	all := make([]access.Change, len(ops))
	for i, o := range ops {
		all[i] = access.Change{Action: o.action, Object: o.object(), Sets: o.sets, After: o.after}
	}
	return all
}

// derived returns the atoms that users may and must have, as computed by the model.
func derived(t *access.Tenant) (may, must atoms) {
	may, must = atoms{}, atoms{}
	for h := range t.View().Holdings() {
		sum := access.Sum([]access.Holding{h}, now)
		may.add(h.User.ID, h.What(), sum.May)
		must.add(h.User.ID, h.What(), sum.Must)
	}
	return may, must
}

// add adds the hours of an extent. A user or a role that may be any has no ID.
func (has atoms) add(user, what access.ID, e access.Extent) {
	name := func(id access.ID) string {
		if id.Any() {
			return ""
		}
		return id.ExtID
	}
	for h := present; h <= lastHour; h++ {
		for room, times := range append([]access.Times{e.Held}, e.Rooms[:]...) {
			if times.At(hour(h)) {
				has[atom{user.Client, name(user), what.Kind, name(what), h, room - 1}] = true
			}
		}
	}
}

// without returns the atoms that are missing in others. Atoms of any user or any role match all.
func (has atoms) without(others atoms) []atom {
	var rest []atom
	for a := range has {
		anyUser, anyRole, anything := a, a, a
		anyUser.user, anyRole.what, anything.user, anything.what = "", "", "", ""
		if !others[a] && !others[anyUser] && !others[anyRole] && !others[anything] {
			rest = append(rest, a)
		}
	}
	return rest
}
