package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// States are the contents of the services before a plan, the expected contents after it, those with
// the changes that the service refuses today, and the possible contents at any point of the apply.
type States struct {
	Before *access.Tenant
	access.Result
	// Causes maps objects to the addresses that change them.
	Causes map[access.ID][]string
}

// StatesOf applies a plan to the facts of a directory.
func StatesOf(p *plan.Plan, names *Directory) States { return newAnalysis(p, names).states() }

// States returns the states of a reviewed plan.
func (r *Review) States() States { return r.states }

func (x *analysis) states() States {
	s := States{x.held.Tenant, x.result, map[access.ID][]string{}}
	for _, c := range x.changes {
		second := c.Object.ID
		second.ExtID = access.PendingID(c.Address)
		for _, id := range unique([]access.ID{c.Object.ID, second}) {
			s.Causes[id] = append(s.Causes[id], c.Address)
		}
	}
	return s
}
