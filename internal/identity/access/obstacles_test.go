package access_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// A refusal of today proves nothing: after every subset of the reported obstacles was removed, by
// others or because the service assigns another ID, the apply gives nothing that the plan did not
// show as a gain.
func TestApply_obstaclesGone(t *testing.T) {
	random(t, 12, func(t *testing.T, c chance) {
		w := c.world()
		ops := c.plan(w)
		before, planned := w.tenant(), addressed(ops)
		result := access.Apply(before, planned)
		defer explain(t, w, ops, result)
		shown, had := atoms{}, w.holdings()
		for _, after := range []*access.Tenant{result.Carried, result.Partial} {
			for _, d := range access.Compare(before, after, now) {
				shown.add(d.User, d.What, d.Gained)
			}
		}
		findings := result.Findings[:min(4, len(result.Findings))]
		for subset := range 1 << len(findings) {
			at, changed := slices.Clone(w), slices.Clone(ops)
			for i, f := range findings {
				if subset>>i&1 == 1 {
					at, changed = c.clear(at, changed, f)
				}
			}
			has := at.holdings()
			explore(at, changed, false, func(now world, _ int) {
				gained := minus(minus(now.holdings(), has), had)
				if unnoticed := gained.without(shown); len(unnoticed) > 0 && !t.Failed() {
					t.Errorf("without the obstacles %b of %+v, gained: %+v", subset, findings, unnoticed)
				}
			})
		}
	})
}

// addressed returns the changes with an address each.
func addressed(ops []op) []access.Change {
	planned := changes(ops)
	for i := range planned {
		planned[i].Address = fmt.Sprint("op", i)
	}
	return planned
}

// clear removes the obstacle of a refused change from a world. Where an ID is taken, the service may
// also assign another one.
func (c chance) clear(w world, ops []op, f access.Finding) (world, []op) {
	o := ops[f.Change]
	set := func(kind access.Kind, id string, state access.State) {
		if t := w.find(kind, o.client, id); t != nil {
			t.state = state
		}
	}
	switch f.Problem {
	case access.AlreadyExists:
		if c.in(50) {
			return w.remove(o.kind, o.client, o.id), ops
		}
		return w, c.renumber(ops, f.Change)
	case access.MissingObject:
		made := c.thing(o.kind)
		made.client, made.id, made.owner, made.target = o.client, o.id, o.owner, o.target
		if o.kind == access.Unit && w.find(o.kind, o.client, o.owner) == nil {
			made.owner = ""
		}
		w = append(w, made)
	case access.MissingRef:
		w = c.makeReferences(w, o)
	case access.AlreadyGranted:
		w = w.withoutGrant(o)
	case access.StillInUse:
		w = w.withoutUses(o)
	case access.FinallyGone:
		set(o.kind, o.id, access.Active)
		if o.kind == access.Profile {
			set(access.User, o.owner, access.Active)
		}
	case access.BelowItself:
		if t := w.find(access.Unit, o.client, o.owner); t != nil {
			t.owner = ""
		}
	case access.UnusableUnit:
		for _, id := range []string{o.id, o.owner, o.target} {
			set(access.Unit, id, access.Active)
		}
	}
	return w, ops
}

// makeReferences adds what a change refers to and the world lacks.
func (c chance) makeReferences(w world, o op) world {
	for i, id := range []string{o.owner, o.target} {
		kind := refersTo[o.kind][i]
		if made := c.thing(max(kind, access.Application)); kind != 0 && id != "" && w.find(kind, o.client, id) == nil {
			if made.id = id; made.client != "" {
				made.client = o.client
			}
			if kind == access.Unit {
				made.owner = ""
			}
			w = append(w, made)
		}
	}
	return w
}

// withoutGrant removes the objects that already grant what a change grants.
func (w world) withoutGrant(o op) world {
	for _, t := range slices.Clone(w) {
		if t.kind == o.kind && t.client == o.client && t.owner == o.owner && t.target == o.target {
			w = w.remove(t.kind, t.client, t.id)
		}
	}
	return w
}

// withoutUses removes the units below a unit, and the profiles in it.
func (w world) withoutUses(o op) world {
	for _, t := range slices.Clone(w) {
		if t.client == o.client && (t.kind == access.Unit && t.owner == o.id || t.kind == access.Profile && t.target == o.id) {
			w = w.remove(t.kind, t.client, t.id)
		}
	}
	return w
}

// renumber gives a created object another ID, as a service that assigns IDs does. References of the
// plan lead to either.
func (c chance) renumber(ops []op, i int) []op {
	ops = slices.Clone(ops)
	old := ops[i]
	if old.kind == access.Member || old.kind == access.Assignment {
		return ops
	}
	ops[i].id = access.PendingID(fmt.Sprint("op", i))
	for at := range ops {
		o, refs := &ops[at], refersTo[ops[at].kind]
		if o.client != old.client && old.client != "" || o.action == access.Delete || c.in(30) {
			continue
		}
		owner, target := o.owner, o.target
		sets := func(fact access.Facts) bool { return o.action == access.Create || o.sets&fact != 0 }
		if refs[0] == old.kind && o.owner == old.id && sets(access.OwnerFact) {
			o.owner = ops[i].id
		}
		if refs[1] == old.kind && o.target == old.id && sets(access.TargetFact) {
			o.target = ops[i].id
		}
		if o.action == access.Create && (owner != o.owner || target != o.target) {
			switch o.kind {
			case access.Assignment:
				o.id = o.target
			case access.Member:
				o.id = access.OwnedID(o.owner, o.target)
			}
		}
	}
	return ops
}
