package review

import (
	"slices"

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

// recreatedLater reports whether an object is deleted with another one, and the next plan can
// create it again.
func (x *analysis) recreatedLater(o *access.Object) bool {
	return o.Presence != access.Absent && x.after.Get(o.ID).Presence == access.Absent && x.recreatable(o)
}

// recreatable reports whether all objects that an object refers to exist after the apply, or are
// declared so that the next plan creates them again.
func (x *analysis) recreatable(o *access.Object) bool {
	return !slices.ContainsFunc(o.Refs(), func(id access.ID) bool {
		return x.after.Get(id).Presence == access.Absent && (!declared(x.managed[id]) || !x.recreatable(x.held.Get(id)))
	})
}

// declared reports whether an object remains declared.
func declared(e *entry) bool {
	return e != nil && e.After != nil && !e.makes() && !e.removes() && e.Action != plan.Forget
}
