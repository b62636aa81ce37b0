package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// stays reports whether the former object remains in the service although the plan no longer
// contains it.
func stays(e *entry) bool { return e.Action == plan.Forget || e.Action == plan.ForgetCreate }

// managing maps facts to the objects of the plan. An object that the apply creates takes precedence.
func (x *analysis) managing() map[access.ID]*entry {
	found := map[access.ID]*entry{}
	manage := func(id access.ID, e *entry) {
		if found[id] == nil || e.makes() {
			found[id] = e
		}
	}
	for _, e := range x.entries {
		for _, values := range []plan.Values{e.Before, e.After} {
			if e.kind.facts.kind == 0 || values == nil {
				continue
			}
			for _, each := range x.elements(e, values) {
				o := x.fact(e, values, each)
				manage(o.ID, e)
				if e.kind.facts.all == "" {
					continue
				}
				for _, held := range x.held.given(o) {
					manage(held.ID, e)
				}
			}
		}
	}
	for _, c := range x.changes {
		found[c.Object.ID] = c.entry
	}
	return found
}
