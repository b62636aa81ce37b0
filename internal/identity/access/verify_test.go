package access_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

var (
	rounds    = flag.Int("access.rounds", 5000, "how many random tenants and plans are compared with the oracle")
	firstSeed = flag.Uint64("access.seed", 1, "the first seed, 0 for a new one")
)

// random runs a comparison for many seeds, and reports the seed of a failure.
func random(t *testing.T, share int, compare func(*testing.T, chance)) {
	t.Helper()
	first := *firstSeed
	if first == 0 {
		first = rand.Uint64() >> 20
	}
	t.Logf("-access.seed=%d", first)
	for seed := first; seed < first+uint64(*rounds/share)+1 && !t.Failed(); seed++ {
		c := newChance(seed)
		t.Run("", func(t *testing.T) {
			defer func() {
				if t.Failed() {
					t.Logf("-access.seed=%d -access.rounds=0", seed)
				}
			}()
			compare(t, c)
		})
	}
}

// sameAtoms fails unless both are equal.
func sameAtoms(t *testing.T, what string, got, want atoms) {
	t.Helper()
	for _, difference := range []struct {
		name  string
		atoms []atom
	}{{"too much", got.without(want)}, {"too little", want.without(got)}} {
		if len(difference.atoms) > 0 {
			t.Errorf("%s: %s: %+v", what, difference.name, difference.atoms)
		}
	}
}

// Every state of a plan is within the possible access, and has the certain access. The result of
// the whole plan is as expected, unless it depends on the order.
func TestApply_random(t *testing.T) {
	random(t, 1, func(t *testing.T, c chance) {
		w := c.world()
		ops := c.plan(w)
		before := w.tenant()
		result := access.Apply(before, changes(ops))
		defer explain(t, w, ops, result)
		most, least := derived(result.Partial)
		explore(w, ops, false, func(at world, _ int) { bounded(t, at, least, most) })
		compareExpected(t, w, ops, result)
	})
}

// bounded fails unless a world is between two bounds.
func bounded(t *testing.T, w world, least, most atoms) {
	t.Helper()
	has := w.holdings()
	if outside := has.without(most); len(outside) > 0 {
		t.Errorf("outside most: %+v", outside)
	}
	if missing := least.without(has); len(missing) > 0 {
		t.Errorf("of least, missing: %+v", missing)
	}
}

func explain(t *testing.T, w world, ops []op, result access.Result) {
	t.Helper()
	if !t.Failed() {
		return
	}
	for _, one := range w {
		t.Logf("%+v", one)
	}
	for _, o := range ops {
		t.Logf("op %+v", o)
	}
	t.Logf("findings %+v", result.Findings)
}

// compareExpected compares the result with the orders in which the service refuses the fewest
// changes.
func compareExpected(t *testing.T, w world, ops []op, result access.Result) {
	t.Helper()
	finals, alike := finals(w, ops)
	may, must := derived(result.Expected)
	same := true
	for _, final := range finals {
		bounded(t, final, must, may)
		same = same && final.hash() == finals[0].hash()
	}
	if same && alike && !slices.ContainsFunc(result.Findings, func(f access.Finding) bool { return !f.Certain }) {
		sameAtoms(t, "expected may", may, finals[0].holdings())
		sameAtoms(t, "expected must", must, finals[0].holdings())
	}
}

// Two states are compared by the access of users, net over all paths.
func TestCompare_random(t *testing.T) {
	random(t, 2, func(t *testing.T, c chance) {
		w := c.world()
		after := w
		ops := c.plan(w)
		for _, o := range ops {
			after, _ = after.do(o)
		}
		had, has := w.holdings(), after.holdings()
		gained, lost := atoms{}, atoms{}
		for _, d := range access.Compare(w.tenant(), after.tenant(), now) {
			gained.add(d.User, d.What, d.Gained)
			lost.add(d.User, d.What, d.Lost)
			if !d.Certain() && (d.Gain() || d.Loss()) {
				t.Errorf("not certain: %+v", d)
			}
		}
		sameAtoms(t, "gained", gained, minus(has, had))
		sameAtoms(t, "lost", lost, minus(had, has))
	})
}

func minus(a, b atoms) atoms {
	rest := atoms{}
	for _, one := range a.without(b) {
		rest[one] = true
	}
	return rest
}

// Hidden and uncertain facts stay within the bounds, and so does every gain and loss of a plan.
func TestApply_randomUnknown(t *testing.T) {
	random(t, 2, func(t *testing.T, c chance) {
		w := c.world()
		ops := c.plan(w)
		before := c.blur(w)
		planned := changes(ops)
		for i := range planned {
			if o := &planned[i].Object; c.in(10) {
				c.widen(o)
			}
		}
		result := access.Apply(before, planned)
		defer explain(t, w, ops, result)
		defer func() {
			for o := range before.Objects() {
				if t.Failed() {
					t.Logf("known %+v", *o)
				}
			}
			if t.Failed() {
				t.Logf("gaps %+v", before.Gaps())
			}
		}()
		may, must := derived(before)
		bounded(t, w, must, may)
		most, least := derived(result.Partial)
		gained, lost := atoms{}, atoms{}
		for _, d := range access.Compare(before, result.Partial, now) {
			gained.add(d.User, d.What, d.Gained)
			lost.add(d.User, d.What, d.Lost)
		}
		had := w.holdings()
		explore(w, ops, false, func(at world, _ int) {
			bounded(t, at, least, most)
			has := at.holdings()
			if unnoticed := minus(has, had).without(gained); len(unnoticed) > 0 {
				t.Errorf("gained: %+v", unnoticed)
			}
			if unnoticed := minus(had, has).without(lost); len(unnoticed) > 0 {
				t.Errorf("lost: %+v", unnoticed)
			}
		})
		expectedMay, expectedMust := derived(result.Expected)
		finals, _ := finals(w, ops)
		for _, at := range finals {
			bounded(t, at, expectedMust, expectedMay)
		}
	})
}

// finals returns the worlds after the whole plan in the orders in which the service refuses the
// fewest changes, and whether it refuses as many in all orders.
func finals(w world, ops []op) (found []world, alike bool) {
	fewest, most := len(ops)+1, 0
	explore(w, ops, true, func(at world, refused int) {
		if refused < fewest {
			fewest, found = refused, nil
		}
		if most = max(most, refused); refused == fewest {
			found = append(found, at)
		}
	})
	return found, fewest == most
}

// blur returns a tenant that knows a world only in part.
func (c chance) blur(w world) *access.Tenant {
	t := access.NewTenant()
	var gaps []access.Gap
	for range c.IntN(3) {
		g := access.Gap{ID: access.NewID("s", "acme", drawn[c.IntN(len(drawn))], "")}
		switch {
		case c.in(30) && (g.Kind == access.Profile || g.Kind == access.Grant || g.Kind == access.EnterpriseGrant ||
			g.Kind == access.Member):
			g.Owner = c.one(map[access.Kind]access.Kind{
				access.Profile: access.User, access.Member: access.EnterpriseRole, access.Grant: access.Profile,
				access.EnterpriseGrant: access.Profile,
			}[g.Kind])
		case c.in(30) && g.Kind != access.Member && g.Kind != access.Assignment:
			g.ExtID = c.one(g.Kind)
		}
		gaps = append(gaps, g)
		t.NotRead(g)
	}
	for _, one := range w {
		if c.in(70) && slices.ContainsFunc(gaps, func(g access.Gap) bool { return w.within(one, g) }) {
			continue
		}
		o := one.object()
		if c.in(10) {
			c.widen(&o)
		}
		t.Add(o)
	}
	return t
}

// within reports whether an object may be hidden by a gap.
func (w world) within(t thing, g access.Gap) bool {
	if g.Client != t.client {
		return false
	}
	profile := w.find(access.Profile, t.client, t.owner)
	grant := t.kind == access.Grant || t.kind == access.EnterpriseGrant
	switch {
	case g.Kind == t.kind:
		return (g.ExtID == "" || g.ExtID == t.id) && (g.Owner == "" || g.Owner == t.owner)
	case g.ExtID != "":
		return false
	case g.Kind == access.User:
		return t.kind == access.Profile || grant
	case g.Kind == access.Profile:
		return grant && (g.Owner == "" || profile.owner == g.Owner)
	case g.Kind == access.EnterpriseRole:
		return t.kind == access.Member
	}
	return false
}

// widen makes a fact of an object uncertain.
func (c chance) widen(o *access.Object) {
	switch c.IntN(8) {
	case 0:
		o.Presence = access.Unsure
	case 1:
		o.State = o.State.Or(access.Exactly(access.State(c.IntN(3))))
	case 2:
		o.From = o.From.Or(moment(c.IntN(6)))
	case 3:
		o.To = access.Any[access.Moment]()
	case 4:
		o.Rooms = o.Rooms.Open(access.Room(c.IntN(4)), access.Any[bool]())
	case 5:
		o.Owner = o.Owner.Or(access.Exactly(c.thing(o.Kind).owner))
	case 6:
		o.Target = o.Target.Or(access.Exactly(c.thing(o.Kind).target))
	case 7:
		if c.in(50) {
			o.Owner = access.Any[string]()
		} else {
			o.Target = access.Any[string]()
		}
	}
}

// Questions about one user or one role return the same holdings as the complete list.
func TestOf_random(t *testing.T) {
	random(t, 4, func(t *testing.T, c chance) {
		tenant := c.blur(c.world())
		all := map[string]map[string]bool{}
		enter := func(question string, h access.Holding) {
			if all[question] == nil {
				all[question] = map[string]bool{}
			}
			all[question][pathOf(h)] = true
		}
		for h := range tenant.View().Holdings() {
			if h.User.Any() || h.What().Any() {
				continue
			}
			enter(fmt.Sprint("of ", h.User.ID), h)
			enter(fmt.Sprint("who ", h.What()), h)
		}
		for _, kind := range []access.Kind{access.User, access.Role, access.EnterpriseRole} {
			for o := range tenant.Objects() {
				if o.Kind != kind {
					continue
				}
				question, holdings := fmt.Sprint("who ", o.ID), tenant.View().Who(o.ID)
				if kind == access.User {
					question, holdings = fmt.Sprint("of ", o.ID), tenant.View().Of(o.ID)
				}
				found := 0
				for h := range holdings {
					if h.User.Any() || h.What().Any() {
						continue
					}
					if found++; !all[question][pathOf(h)] {
						t.Errorf("%s: %+v is not among the holdings", question, h)
					}
				}
				if found != len(all[question]) {
					t.Errorf("%s: %d of %d", question, found, len(all[question]))
				}
			}
		}
	})
}

// pathOf identifies a holding by its path and its times.
func pathOf(h access.Holding) string {
	text := fmt.Sprint(h.May(), h.Must())
	for _, o := range h.Path() {
		text += fmt.Sprintf(" %q", o.ID)
	}
	return text
}

// Uncertain facts are exactly as wide as all combinations of their values.
func TestHoldings_random(t *testing.T) {
	random(t, 2, func(t *testing.T, c chance) {
		w := c.world()
		worlds, model := []world{w}, access.NewTenant()
		for i, one := range w {
			o := one.object()
			limited := one.kind == access.Unit || one.kind == access.User || one.kind == access.Profile || one.kind == access.Grant
			switch {
			case len(worlds) >= 64 || c.in(80):
			case c.in(30):
				worlds = append(worlds, combined(worlds, i, thing{})...)
				o.Presence = access.Unsure
			case limited:
				other := c.option(one)
				worlds = append(worlds, combined(worlds, i, other)...)
				second := other.object()
				o.Owner, o.Target, o.State = o.Owner.Or(second.Owner), o.Target.Or(second.Target), o.State.Or(second.State)
				o.From, o.To = o.From.Or(second.From), o.To.Or(second.To)
			}
			model.Add(o)
		}
		all, every := atoms{}, w.holdings()
		for _, one := range worlds {
			has := one.holdings()
			for a := range has {
				all[a] = true
			}
			every = minus(every, minus(every, has))
		}
		may, must := derived(model)
		sameAtoms(t, "may", may, all)
		sameAtoms(t, "must", must, every)
		if t.Failed() {
			t.Logf("%+v", worlds)
		}
	})
}

// option draws another value of one fact.
func (c chance) option(t thing) thing {
	switch drawn := c.thing(t.kind); {
	case t.kind == access.Profile && c.in(30):
		t.target = drawn.target
	case t.kind != access.Grant && c.in(30):
		t.state = access.Disabled
	case c.in(50):
		t.from = 1 + c.IntN(6)
	default:
		t.to = 1 + c.IntN(6)
	}
	return t
}

// combined returns worlds with another state of one object.
func combined(worlds []world, i int, other thing) []world {
	var more []world
	for _, w := range worlds {
		w = slices.Clone(w)
		w[i] = other
		more = append(more, w)
	}
	return more
}
