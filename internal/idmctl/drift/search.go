package drift

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// Undeclared finds the access of managed objects that neither the plan of the report nor the other
// plans declare. It reads each list once. With a nil service there is no login, and only the
// authoritative resources in the plan show undeclared grants. If a plan uses an enterprise role or
// a client without managing it, accepted objects are declared. It may be nil.
func (r *Report) Undeclared(ctx context.Context, others []*plan.Plan, service *Service, accepted *Accepted) error {
	recorded, found, err := savedVersions(r.plan)
	if err != nil {
		return err
	}
	s := &search{service: service, accepted: accepted, declarations: newDeclarations(), facts: access.NewTenant(),
		access: &Access{Undeclared: []Grant{}}}
	for _, part := range r.plan.Parts() {
		s.access.NotSearched = append(s.access.NotSearched, s.take(part.Plan, recorded, found, service)...)
	}
	for _, p := range others {
		s.access.NotSearched = append(s.access.NotSearched, s.take(p, nil, nil, service)...)
	}
	r.Access = s.access
	if err := errors.Join(s.run(ctx), r.existing(ctx, service)); err != nil {
		return err
	}
	r.count()
	return nil
}

// search searches the service for undeclared access.
type search struct {
	*declarations
	service  *Service
	accepted *Accepted
	// facts are the objects that were read.
	facts  *access.Tenant
	access *Access
}

// undeclared is an undeclared object, and the authoritative resource whose next apply removes it;
// "" for none.
type undeclared struct {
	held
	list      list
	removedBy string
}

// run reads the lists of the managed objects, and reports the undeclared ones.
func (s *search) run(ctx context.Context) error {
	if err := s.profiles(ctx); err != nil {
		return err
	}
	lists := s.lists(func(kind access.Kind) bool { return kind != access.Profile })
	if s.service == nil && len(lists) > 0 {
		s.access.NotSearched = append(s.access.NotSearched, "the grants that the service holds in addition to the managed ones: "+noLogin)
	}
	objects, failed, err := s.read(ctx, lists)
	if err != nil {
		return err
	}
	var all []undeclared
	for i, l := range lists {
		if s.service == nil || failed[i] != nil {
			all = append(all, s.planned(l)...)
		} else {
			all = append(all, s.uncovered(l, objects[i])...)
		}
	}
	if err := s.names(ctx, all); err != nil {
		return err
	}
	s.report(all)
	return nil
}

// lists returns the managed and used lists of the matching kinds, sorted.
func (s *search) lists(of func(access.Kind) bool) []list {
	searched := maps.Clone(s.managed)
	maps.Copy(searched, s.used)
	all := slices.DeleteFunc(slices.Collect(maps.Keys(searched)), func(l list) bool { return !searched[l] || !of(l.Kind) })
	slices.SortFunc(all, func(a, b list) int { return cmp.Or(a.Compare(b.ID), cmp.Compare(a.Owner, b.Owner)) })
	return all
}

// read reads lists. If a list cannot be read, it records this and returns an error for the list.
// The list of a deleted owner is empty. An object that cannot be decoded is recorded, and the
// others are returned.
func (s *search) read(ctx context.Context, lists []list) ([][]held, []error, error) {
	found, failed := make([][]held, len(lists)), make([]error, len(lists))
	if s.service == nil {
		return found, failed, nil
	}
	var group errgroup.Group
	group.SetLimit(concurrent)
	for i, l := range lists {
		group.Go(func() error {
			found[i], failed[i] = s.service.held(ctx, l)
			return nil
		})
	}
	_ = group.Wait()
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	for i, l := range lists {
		switch err := failed[i]; {
		case errors.Is(err, rest.ErrUnauthorized):
			return nil, nil, fmt.Errorf("cannot list the %s %s: %w", whatOf(l), l.Owner, err)
		case errors.Is(err, rest.ErrNoRecord):
			failed[i] = nil
		case idm.OneObject(err):
			for _, one := range idm.SplitErrors(err) {
				s.miss(l, one)
			}
			failed[i] = nil
		case err != nil:
			s.miss(l, err)
		}
	}
	return found, failed, nil
}

// profiles adds the profiles of the managed users to the managed objects, including profiles that
// were created outside Terraform. It skips archived ones, whose grants have no effect.
func (s *search) profiles(ctx context.Context) error {
	lists := s.lists(func(kind access.Kind) bool { return kind == access.Profile })
	found, _, err := s.read(ctx, lists)
	for i, l := range lists {
		if s.service == nil || err != nil {
			break
		}
		for _, profile := range found[i] {
			if profile.State.May(access.Active) {
				s.manageProfile(l.Service, l.Client, profile.ExtID)
			}
			s.known[profile.ID] = profile.Object
		}
	}
	return err
}

// uncovered returns the undeclared objects of a list.
func (s *search) uncovered(l list, all []held) []undeclared {
	covered, removedBy := map[access.ID]bool{}, ""
	for _, set := range s.sets[l] {
		removedBy = set.address
		for i, key := range keysOf(l, all, set.records) {
			if set.declares(key) {
				covered[all[i].ID] = true
			} else if set.unknown {
				covered[all[i].ID] = true
				s.access.notSearched(set.address + ": the plan masks what it declares, so that it cannot be compared with the service: " +
					"name a saved plan")
			}
			if record := set.records[key]; set.masked && record.ExtID == all[i].ownID {
				s.compare(all[i], shownGrant{address: set.address, version: record.Version, role: all[i].gives()})
			}
			if values, isFound := set.found[key]; isFound && (l.Kind == access.Grant || l.Kind == access.EnterpriseGrant) {
				role, _ := grants.SplitKey(key, func(key string) bool { _, exists := set.found[key]; return exists })
				s.compare(all[i], shownGrant{set.address + ", " + key, set.records[key].Version, role, mapOf(values)})
			}
		}
	}
	for _, one := range all {
		if shown, known := s.shown[one.ID]; known {
			s.compare(one, shown)
		}
	}
	var found []undeclared
	for _, one := range all {
		accepted := !s.managed[l] && s.accepted.has(Known{Kind: types[l.Kind].Name,
			ID: objecttype.ImportID(partsOf(l, one.gives())...), Name: one.gives()})
		if !covered[one.ID] && !s.ids[one.ID] && !accepted {
			found = append(found, undeclared{one, l, removedBy})
		}
	}
	return found
}

// partsOf returns the parts of the import ID of an element of an authoritative resource.
func partsOf(l list, gives string) []string {
	if l.Owner == "" {
		return []string{l.Client, gives}
	}
	return []string{l.Client, l.Owner, gives}
}

// keysOf returns the keys of objects in an authoritative resource.
func keysOf(l list, all []held, records grants.Records) []string {
	if l.Kind == access.Grant || l.Kind == access.EnterpriseGrant {
		listed := make([]grants.Grant, len(all))
		for i, one := range all {
			listed[i] = one.asGrant()
		}
		return grants.Keys(listed, func(role string) string { return records[role].ExtID })
	}
	keys := make([]string, len(all))
	for i, one := range all {
		keys[i] = one.gives()
	}
	return keys
}

// planned returns the undeclared objects of a list that the refresh of a plan has found.
func (s *search) planned(l list) []undeclared {
	var all []undeclared
	for _, set := range s.sets[l] {
		for _, key := range set.found.Keys() {
			if one := set.plannedObject(l, key); !set.declares(key) && !s.ids[one.ID] {
				all = append(all, undeclared{one, l, set.address})
			}
		}
	}
	return all
}

// plannedObject returns an element of an authoritative resource with the values of the plan.
func (s set) plannedObject(l list, key string) held {
	if l.Kind == access.Member || l.Kind == access.Assignment {
		one := held{Object: access.Object{ID: access.NewID(l.Service, l.Client, l.Kind, key), Target: access.Exactly(key)}, ownID: key}
		if l.Kind == access.Member {
			one.ID = access.MemberID(l.Service, l.Client, l.Owner, key)
		}
		return one
	}
	role, extID := grants.SplitKey(key, func(key string) bool { _, exists := s.found[key]; return exists })
	if record, recorded := s.records[key]; recorded {
		extID = record.ExtID
	}
	values := s.found.Map(key)
	validity := values.Map("validity")
	one := held{ownID: extID, Object: access.Object{
		ID: access.NewID(l.Service, l.Client, l.Kind, extID).Within(l.Owner), Owner: access.Exactly(l.Owner),
		Target: access.Exactly(role), From: boundOf(validity.Text("from")), To: boundOf(validity.Text("to")),
	}}
	one.record.Version = s.records[key].Version
	for i, room := range grants.Rooms {
		one.Rooms = one.Rooms.Open(access.Room(i), access.Exactly(values.True(room.Attribute)))
	}
	return one
}

// miss records a list that could not be read, with the remedy.
func (s *search) miss(l list, err error) {
	owner := objecttype.ImportID(l.Client, l.Owner)
	if l.Owner == "" {
		owner = objecttype.ImportID(l.Client)
	}
	m := tenant.Missing{What: whatOf(l), ExtIDs: []string{owner}, Reason: err.Error(), WayOut: "The service failed; run again"}
	if errors.Is(err, rest.ErrForbidden) {
		var names []string
		for _, name := range types[l.Kind].ListPermissions() {
			names = append(names, objecttype.Permission(name))
		}
		m.WayOut = "The caller needs " + strings.Join(names, " and ") + ", with a data room that covers it"
	}
	if idm.OneObject(err) {
		m.WayOut = tenant.WayOut(err)
		s.access.Missing = append(s.access.Missing, m)
		return
	}
	for i := range s.access.Missing {
		if other := &s.access.Missing[i]; other.What == m.What && other.WayOut == m.WayOut {
			other.ExtIDs = append(other.ExtIDs, m.ExtIDs...)
			return
		}
	}
	s.access.Missing = append(s.access.Missing, m)
}

// whatOf describes a list.
func whatOf(l list) string {
	switch l.Kind {
	case access.Member:
		return "roles of enterprise role"
	case access.Assignment:
		return "applications of client"
	case access.Profile:
		return "profiles of user"
	case access.Credential:
		return "credentials of user"
	}
	return l.Kind.String() + "s of profile"
}
