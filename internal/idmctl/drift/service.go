package drift

import (
	"context"
	"slices"
	"sync"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// Service is the service that a report queries. It reads each list once.
type Service struct {
	api     *idm.API
	address string

	mu    sync.Mutex
	lists map[list]func() ([]held, error)
}

// NewService returns the service of a connection. address is its base URL, which distinguishes its
// objects from those of other services.
func NewService(api *idm.API, address string) *Service {
	return &Service{api: api, address: address, lists: map[list]func() ([]held, error){}}
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
	return address == "" || connection.SameAddress(address, s.address)
}

// held reads a list, in the order of the service. With an error of idm.OneObject it also returns
// the other objects.
func (s *Service) held(ctx context.Context, l list) ([]held, error) {
	s.mu.Lock()
	read, known := s.lists[l]
	if !known {
		read = sync.OnceValues(func() ([]held, error) { return s.read(ctx, l) })
		s.lists[l] = read
	}
	s.mu.Unlock()
	return read()
}

func (s *Service) read(ctx context.Context, l list) ([]held, error) {
	var all []held
	if l.Kind == access.Credential {
		for one, err := range idm.ErrorsLast(s.api.UserCredentials(ctx, l.Client, l.Owner)) {
			if err != nil {
				return all, err
			}
			all = append(all, factOf(l, one.ExtID, one))
		}
		return all, nil
	}
	objects := idm.ReadsOf(types[l.Kind]).Objects(ctx, s.api, idm.Place{Client: l.Client, Owner: l.Owner}, 0)
	for one, err := range idm.ErrorsLast(objects) {
		if err != nil {
			return all, err
		}
		all = append(all, factOf(l, one.ExtID, one.Value))
	}
	return all, nil
}

// keep caches the lists of a completely read tenant, so that none of them is read again.
func (s *Service) keep(client string, t *tenant.Tenant) {
	incomplete := t.Incomplete()
	for _, role := range t.EnterpriseRoles {
		if role.Members != nil && !incomplete.Has(objecttype.EnterpriseRoleMember, role.ExtID) {
			keep(s, listOf("", client, access.Member, role.ExtID), role.Members)
		}
	}
	for _, profile := range t.Profiles {
		if profile.Authorizations != nil && !incomplete.Has(objecttype.Authorization, profile.ExtID) {
			var all []idm.Authorization
			for _, a := range profile.Authorizations {
				all = append(all, a.Authorization)
			}
			keep(s, listOf("", client, access.Grant, profile.ExtID), all)
		}
		if profile.EnterpriseAuthorizations != nil && !incomplete.Has(objecttype.EnterpriseAuthorization, profile.ExtID) {
			keep(s, listOf("", client, access.EnterpriseGrant, profile.ExtID), profile.EnterpriseAuthorizations)
		}
	}
}

func keep[T idm.Described](s *Service, l list, objects []T) {
	var all []held
	for _, one := range objects {
		all = append(all, factOf(l, idm.ExtID(one), one))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.lists[l]; !known {
		s.lists[l] = func() ([]held, error) { return all, nil }
	}
}
