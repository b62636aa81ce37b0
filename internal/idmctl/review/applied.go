package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// alreadyMade returns, for each object that the plan changes, whether the service already has it as
// the plan leaves it. Objects of which the facts do not show this are not made.
func (x *analysis) alreadyMade() map[*entry]bool {
	found := map[*entry]bool{}
	for _, e := range x.entries {
		if e.Action.Changes() {
			found[e] = e.Action != plan.Update || e.changesOnlyFacts()
		}
	}
	seen := map[*entry]bool{}
	for _, c := range x.changes {
		seen[c.entry] = true
		found[c.entry] = found[c.entry] && x.decided(c) && c.madeIn(x.before)
	}
	for e := range found {
		found[e] = found[e] && seen[e]
	}
	return found
}

// madeIn reports whether a change leaves the facts as they are.
func (c plannedChange) madeIn(facts *access.Tenant) bool {
	held := facts.Get(c.Object.ID)
	if c.Action == access.Delete {
		return held.Presence == access.Absent
	}
	if c.Action == access.Create {
		c.Sets = c.Object.Known()
	}
	return held.Presence == access.Present && c.On(*held) == *held
}

// changesOnlyFacts reports whether facts of access are all that the plan changes in an object.
func (e *entry) changesOnlyFacts() bool {
	shape := e.kind.facts
	facts := append(grants.RoomAttributes(), shape.owner, shape.target, shape.state, shape.all, "validity")
	return !slices.ContainsFunc(e.differences, func(d plan.Difference) bool { return len(d.Path) == 0 || !has(facts, d.Path[0]) })
}

// applied finds updates of objects that the service already has as the plan leaves them: the plan was
// applied, or another writer made the same change. It also reports whether this is so for every
// object that the plan changes. A created object that exists and a deleted one that does not fail.
func (x *analysis) applied() (found outcome, whole bool) {
	made := x.alreadyMade()
	whole = len(made) > 0
	for _, e := range x.entries {
		if made[e] && e.Action == plan.Update && !e.Imported {
			found.add(x.finding(e, x.label(e)+" is already as the plan leaves it: the service has changed since, so plan again",
				rule.Drift))
		}
		whole = whole && (made[e] || !e.Action.Changes())
	}
	return found, whole
}
