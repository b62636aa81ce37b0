package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// applied finds updates whose access the service already has as the plan leaves it: the plan was
// applied, or another writer made the same change. A created object that exists and a deleted one
// that does not fail.
func (x *analysis) applied() outcome {
	made := map[*entry]bool{}
	for _, c := range x.changes {
		before, seen := made[c.entry]
		made[c.entry] = (before || !seen) && x.decided(c) && c.madeIn(x.before)
	}
	var found outcome
	for _, e := range x.entries {
		if made[e] && e.Action == plan.Update && !e.Imported {
			found.add(x.finding(e, x.label(e)+" is already as the plan leaves it: the service has changed since, so plan again",
				rule.Drift))
		}
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
