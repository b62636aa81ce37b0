package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// States are the contents of the services before a plan, the expected contents after it, and the
// possible contents at any point of the apply.
type States struct {
	Before, Expected, Partial *access.Tenant
	// Causes maps objects to the addresses that change them.
	Causes map[access.ID][]string
}

// StatesOf applies a plan to the facts of a directory.
func StatesOf(p *plan.Plan, names *Directory) States {
	x := newAnalysis(p, names)
	s := States{Before: x.held.Tenant, Expected: x.result.Expected, Partial: x.result.Partial, Causes: map[access.ID][]string{}}
	for _, c := range x.changes {
		s.Causes[c.Object.ID] = append(s.Causes[c.Object.ID], c.Address)
	}
	return s
}
