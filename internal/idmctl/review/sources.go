package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// stays reports whether the former object remains in the service although the plan no longer
// contains it.
func stays(e *entry) bool { return e.Action == plan.Forget || e.Action == plan.ForgetCreate }

// managing maps facts to the objects of the plan that change them, or create another one next to an
// existing object.
func (x *analysis) managing() map[access.ID]*entry {
	found := map[access.ID]*entry{}
	for _, c := range x.changes {
		second := c.Object.ID
		second.ExtID = access.PendingID(c.Address)
		found[c.Object.ID], found[second] = c.entry, c.entry
	}
	return found
}
