package drift

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Service is the service that a report queries.
type Service struct {
	API *idm.API
	// Address is its base URL, which distinguishes its objects from those of other services.
	Address string
}

// holds reports whether an object of a plan belongs to this service. id is the ID of its Service in
// the plan. An object with an unknown address does not count.
func (s *Service) holds(p *plan.Plan, id string) bool {
	at := slices.IndexFunc(p.Services, func(other plan.Service) bool { return other.ID == id })
	if at < 0 {
		return len(p.Services) == 0
	}
	if !p.Services[at].Known {
		return false
	}
	address := p.Services[at].Address
	return address == "" || plan.SameAddress(address, s.Address)
}
