package drift

import (
	"context"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Service is the service that a report queries.
type Service struct {
	api     *idm.API
	address string
}

// NewService returns the service of a connection. address is its base URL, which distinguishes its
// objects from those of other services.
func NewService(api *idm.API, address string) *Service { return &Service{api: api, address: address} }

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
	return address == "" || connection.SameAddress(address, s.address)
}

// list returns the objects of a list, in the order of the service. It reads a list that is in no
// tenant. With an error of idm.OneObject it also returns the other objects.
func (r *Report) list(ctx context.Context, service *Service, l list) ([]held, error) {
	all, read := r.lists[l]
	if read {
		return all, nil
	}
	if l.Kind == access.Credential {
		for one, err := range idm.ErrorsLast(service.api.UserCredentials(ctx, l.Client, l.Owner)) {
			if err != nil {
				return all, err
			}
			all = append(all, factOf(l, one.ExtID, one.Record, one))
		}
		return all, nil
	}
	objects := idm.ReadsOf(types[l.Kind]).Objects(ctx, service.api, idm.Place{Client: l.Client, Owner: l.Owner}, 0)
	for one, err := range idm.ErrorsLast(objects) {
		if err != nil {
			return all, err
		}
		all = append(all, factOf(l, one.ExtID, one.Record, one.Value))
	}
	return all, nil
}
