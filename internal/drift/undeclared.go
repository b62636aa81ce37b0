package drift

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// Undeclared finds the grants on managed profiles, on the profiles of managed users, and the roles
// of managed enterprise roles that none of the plans declares. It lists the grants of each profile
// once of each kind; a nil service is no login, and then only the authoritative resources tell of
// grants. File is the saved plan that the report is about.
func (r *Report) Undeclared(ctx context.Context, file string, plans []*plan.Plan, service *Service) error {
	_, found, err := savedVersions(file)
	if err != nil {
		return err
	}
	s := &search{service: service, claims: map[holder]*claims{}, people: map[holder]Named{}, names: map[holder]string{},
		users:  map[holder]bool{},
		access: &Access{Undeclared: []Grant{}}}
	for i, p := range plans {
		records := versions{}
		if i == 0 {
			records = found
		}
		s.take(p, records)
	}
	r.Access = s.access
	if err := s.run(ctx); err != nil {
		return err
	}
	r.count()
	return nil
}

// search looks for undeclared grants.
type search struct {
	service *Service
	claims  map[holder]*claims
	people  map[holder]Named // the user of a profile as a plan tells it, by a holder without a kind
	users   map[holder]bool  // the managed users
	names   map[holder]string
	access  *Access
}

// run lists the grants of each managed profile, and sorts and names those that nobody declared.
func (s *search) run(ctx context.Context) error {
	if err := s.profiles(ctx); err != nil {
		return err
	}
	var managed []holder
	for h, c := range s.claims {
		if c.managed {
			managed = append(managed, h)
		}
	}
	slices.SortFunc(managed, func(a, b holder) int {
		return cmp.Or(strings.Compare(a.service, b.service), strings.Compare(a.kind, b.kind), strings.Compare(a.id(), b.id()))
	})
	if s.service == nil && len(managed) > 0 {
		s.access.NotSearched = append(s.access.NotSearched, "the grants that the service holds beside the managed ones: "+noLogin)
	}
	found, failed := make([][]Grant, len(managed)), make([]error, len(managed))
	var group errgroup.Group
	group.SetLimit(concurrent)
	for i, h := range managed {
		group.Go(func() error {
			found[i], failed[i] = s.one(ctx, h)
			return nil
		})
	}
	_ = group.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	for i, h := range managed {
		switch err := failed[i]; {
		case errors.Is(err, rest.ErrUnauthorized):
			return fmt.Errorf("cannot list the %s %s: %w", h.what(), h.profile, err)
		case err != nil && !errors.Is(err, rest.ErrNoRecord):
			s.missing(h, err)
		}
		if h.kind == memberKind {
			s.access.Members = append(s.access.Members, membersOf(found[i])...)
		} else {
			s.access.Undeclared = append(s.access.Undeclared, found[i]...)
		}
	}
	if err := s.name(ctx); err != nil {
		return err
	}
	s.sort()
	return nil
}

// one finds the undeclared grants of a holder: in the list of the service or, where that cannot be
// had, in what the plan has found.
func (s *search) one(ctx context.Context, h holder) ([]Grant, error) {
	c := s.claims[h]
	if s.service == nil {
		return c.planned(h), nil
	}
	listed, err := s.service.granted(ctx, h)
	if err != nil {
		return c.planned(h), err
	}
	owned := map[string]bool{}
	removedBy := ""
	for _, all := range c.all {
		removedBy = all.address
		if h.kind == memberKind {
			all.ownMembers(listed, owned)
			continue
		}
		keys := grants.Keys(identities(listed), func(role string) string { return all.records[role].ExtID })
		for i, key := range keys {
			if all.declares(key) {
				owned[listed[i].ExtID] = true
			}
		}
	}
	var undeclared []Grant
	for _, one := range listed {
		if !c.extIDs[one.ExtID] && !owned[one.ExtID] {
			undeclared = append(undeclared, newGrant(h, one, removedBy))
		}
	}
	return undeclared, nil
}

func identities(listed []granted) []grants.Grant {
	all := make([]grants.Grant, len(listed))
	for i, one := range listed {
		all[i] = one.Grant
	}
	return all
}

// declares reports whether a grant was recorded by the last apply, or is to be there after the next
// one.
func (o ownership) declares(key string) bool {
	_, recorded := o.recorded[key]
	_, wanted := o.wanted[key]
	return recorded || wanted
}

// planned are the undeclared grants that the refresh of a plan has found.
func (c *claims) planned(h holder) []Grant {
	var undeclared []Grant
	for _, all := range c.all {
		isKey := func(key string) bool { _, there := all.found[key]; return there }
		for _, key := range all.found.Keys() {
			if all.declares(key) {
				continue
			}
			role, extID := grants.SplitKey(key, isKey)
			if h.kind == memberKind {
				role, extID = key, key
			}
			if record, recorded := all.records[key]; recorded {
				extID = record.ExtID
			}
			if extID != "" && c.extIDs[extID] {
				continue
			}
			values := all.found.Map(key)
			one := granted{Grant: grants.Grant{ExtID: extID, RoleExtID: role}}
			for _, room := range grants.Rooms {
				if values.True(room.Attribute) {
					one.open = append(one.open, room.Objects)
				}
			}
			one.validity.From, one.validity.To = values.Map("validity").Text("from"), values.Map("validity").Text("to")
			one.record.Version = all.records[key].Version
			undeclared = append(undeclared, newGrant(h, one, all.address))
		}
	}
	return undeclared
}

// missing notes a list that could not be had, with the permission that it takes.
func (s *search) missing(h holder, err error) {
	s.miss(tenant.Missing{What: h.what(), ExtIDs: []string{h.id()}, Reason: err.Error()}, err,
		objecttype.ByName(h.kind).Needs[objecttype.Read])
}

// miss notes what could not be read, and what to do about it.
func (s *search) miss(m tenant.Missing, err error, needs []string) {
	m.WayOut = "The service failed; run again"
	if errors.Is(err, rest.ErrForbidden) {
		var names []string
		for _, name := range needs {
			names = append(names, objecttype.Permission(name))
		}
		m.WayOut = "The caller needs " + strings.Join(names, " and ") + ", with a data room that covers it"
	}
	for i := range s.access.Missing {
		if other := &s.access.Missing[i]; other.What == m.What && other.WayOut == m.WayOut {
			other.ExtIDs = append(other.ExtIDs, m.ExtIDs...)
			return
		}
	}
	s.access.Missing = append(s.access.Missing, m)
}

// what is the list that a holder has.
func (h holder) what() string {
	if h.kind == memberKind {
		return "roles of enterprise role"
	}
	return strings.ReplaceAll(h.kind, "_", " ") + "s of profile"
}
