package drift

import (
	"context"
	"iter"
	"slices"
	"sync"

	"github.com/identity-iac/terraform-provider-idm/internal/baseurl"
	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// Service is the service that a report may ask. It lists the grants of a profile once of each kind,
// the roles of an enterprise role once, and the profiles of a user once.
type Service struct {
	api     *idm.API
	address string

	mu    sync.Mutex
	lists map[holder]func() ([]granted, error)
	users map[holder][]idm.Profile
}

// NewService is the service behind a connection; address is its base URL, which distinguishes the
// objects of other services apart.
func NewService(api *idm.API, address string) *Service {
	return &Service{api: api, address: address, lists: map[holder]func() ([]granted, error){}, users: map[holder][]idm.Profile{}}
}

// holder is a profile with one kind of grants, or an enterprise role with its roles. The service is
// "" where only one is asked.
type holder struct{ service, kind, client, profile string }

func (h holder) id() string { return objecttype.ImportID(h.client, h.profile) }

// granted is a grant as the service has it.
type granted struct {
	grants.Grant
	open     []string // what the open data rooms cover
	validity idm.Validity
	record   idm.Record
}

// holds reports whether an object of a plan belongs to this service, by the ID of its Service in
// the plan. An address that the plan does not show is taken for this one only where the plan knows
// of no other.
func (s *Service) holds(p *plan.Plan, id string) bool {
	at := slices.IndexFunc(p.Services, func(other plan.Service) bool { return other.ID == id })
	if at < 0 || !p.Services[at].Known {
		return len(p.Services) <= 1
	}
	address := p.Services[at].Address
	return address == "" || baseurl.Same(address, s.address)
}

// granted lists the grants of a profile, in the order of the service.
func (s *Service) granted(ctx context.Context, h holder) ([]granted, error) {
	s.mu.Lock()
	list, listed := s.lists[h]
	if !listed {
		list = sync.OnceValues(func() ([]granted, error) { return s.list(ctx, h) })
		s.lists[h] = list
	}
	s.mu.Unlock()
	return list()
}

func (s *Service) list(ctx context.Context, h holder) ([]granted, error) {
	switch h.kind {
	case memberKind:
		return collect(s.api.EnterpriseRoleMembers(ctx, h.client, h.profile), ofMember)
	case grantKind:
		return collect(s.api.Authorizations(ctx, h.client, h.profile), ofAuthorization)
	}
	return collect(s.api.EnterpriseAuthorizations(ctx, h.client, h.profile), ofEnterpriseAuthorization)
}

func collect[T, R any](list iter.Seq2[T, error], of func(T) R) ([]R, error) {
	var all []R
	for one, err := range list {
		if err != nil {
			return nil, err
		}
		all = append(all, of(one))
	}
	return all, nil
}

// keep takes the lists of a tenant that was read as a whole, so that none of them is asked for
// again.
func (s *Service) keep(client string, t *tenant.Tenant) {
	s.keepMembers(client, t)
	for _, profile := range t.Profiles {
		if profile.Authorizations != nil {
			var all []granted
			for _, a := range profile.Authorizations {
				all = append(all, ofAuthorization(a.Authorization))
			}
			s.keepList(holder{"", grantKind, client, profile.ExtID}, all)
		}
		if profile.EnterpriseAuthorizations != nil {
			var all []granted
			for _, a := range profile.EnterpriseAuthorizations {
				all = append(all, ofEnterpriseAuthorization(a))
			}
			s.keepList(holder{"", enterpriseKind, client, profile.ExtID}, all)
		}
	}
}

func (s *Service) keepMembers(client string, t *tenant.Tenant) {
	for _, role := range t.EnterpriseRoles {
		if role.Members == nil {
			continue
		}
		var all []granted
		for _, member := range role.Members {
			all = append(all, ofMember(member))
		}
		s.keepList(holder{"", memberKind, client, role.ExtID}, all)
	}
}

func (s *Service) keepList(h holder, all []granted) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, listed := s.lists[h]; !listed {
		s.lists[h] = func() ([]granted, error) { return all, nil }
	}
}

func ofMember(role idm.Role) granted {
	return granted{Grant: grants.Grant{ExtID: role.ExtID, RoleExtID: role.ExtID}}
}

// profilesOf lists the profiles of a user, which stands in place of the profile of a holder.
func (s *Service) profilesOf(ctx context.Context, user holder) ([]idm.Profile, error) {
	s.mu.Lock()
	kept, known := s.users[holder{client: user.client, profile: user.profile}]
	s.mu.Unlock()
	if known {
		return kept, nil
	}
	return collect(s.api.UserProfiles(ctx, user.client, user.profile), func(p idm.Profile) idm.Profile { return p })
}

func ofAuthorization(a idm.Authorization) granted {
	var open []string
	for i, global := range a.Rooms() {
		if global != nil && *global {
			open = append(open, grants.Rooms[i].Objects)
		}
	}
	return granted{grants.Grant{ExtID: a.ExtID, RoleExtID: a.RoleExtID}, open, a.Validity, a.Record}
}

func ofEnterpriseAuthorization(a idm.EnterpriseAuthorization) granted {
	return granted{grants.Grant{ExtID: a.ExtID, RoleExtID: a.EnterpriseRoleExtID}, nil, a.Validity, a.Record}
}
