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

// Search reads the tenants of the managed objects, and client if it is not "", and reports what they
// have less what the plan of the report and the other plans declare: undeclared access of managed
// objects, and objects that no state contains. It also finds the objects that the plan does not show
// as the service has them. Accepted objects are no findings; an accepted object of a managed one has
// to be declared. With a nil service there is no login, and only the authoritative resources in the
// plan show undeclared grants.
func (r *Report) Search(ctx context.Context, others []*plan.Plan, service *Service, client string, accepted *Accepted,
	progress func(done, total int, what string)) error {
	applied, found, err := savedVersions(r.plan)
	if err != nil {
		return err
	}
	s := &search{Report: r, service: service, accepted: accepted, declarations: newDeclarations(),
		access: &Access{Undeclared: []Undeclared{}}}
	for _, part := range r.plan.Parts() {
		s.access.NotSearched = append(s.access.NotSearched, s.take(part.Plan, true, applied, found, service)...)
	}
	for _, p := range others {
		s.access.NotSearched = append(s.access.NotSearched, s.take(p, false, versions{}, versions{}, service)...)
	}
	r.Access = s.access
	if err := s.tenants(ctx, client, progress); err != nil {
		return err
	}
	if err := errors.Join(s.undeclared(ctx), r.existing(ctx, service)); err != nil {
		return err
	}
	r.count()
	return nil
}

// search searches the service for undeclared access.
type search struct {
	*Report
	*declarations
	service  *Service
	accepted *Accepted
	access   *Access
	// facts are the objects of the tenants.
	facts *tenant.Facts
}

// held is an object of the service.
type held struct {
	access.Object
	// ownID is the external ID without the owner.
	ownID  string
	record idm.Record
	value  any
}

// undeclared is an undeclared object, and the authoritative resource whose next apply removes it;
// "" for none.
type undeclared struct {
	held
	list      list
	removedBy string
}

// types maps kinds to the types that the service returns.
var types = map[access.Kind]*objecttype.Type{
	access.Grant: objecttype.Authorization, access.EnterpriseGrant: objecttype.EnterpriseAuthorization,
	access.Member: objecttype.EnterpriseRoleMember, access.Assignment: objecttype.ClientApplication, access.Profile: objecttype.Profile,
	access.Credential: objecttype.Password,
}

// factOf converts an object of a list to a fact.
func factOf(l list, extID string, record idm.Record, value any) held {
	h := held{Object: access.Object{ID: access.NewID(l.Service, l.Client, l.Kind, extID), Owner: access.Exactly(l.Owner),
		Target: access.Exactly(extID)}, ownID: extID, record: record, value: value}
	switch value := value.(type) {
	case idm.Authorization:
		h.Object = tenant.GrantFact(l.Service, l.Client, l.Owner, value)
	case idm.EnterpriseAuthorization:
		h.Object = tenant.EnterpriseGrantFact(l.Service, l.Client, l.Owner, value)
	case idm.Profile:
		h.Name = value.Name
		if value.ProfileState == archived {
			h.State = access.Exactly(access.Archived)
		}
	}
	return h
}

// gives returns the external ID of the object that is given, such as a role.
func (h held) gives() string {
	target, _ := h.Target.Known()
	return target
}

// key identifies an object of a list as a state does.
func keyOf(l list, ownID string) key {
	kind, parts := types[l.Kind].Name, []string{l.Client, l.Owner, ownID}
	switch l.Kind {
	case access.Assignment:
		parts = []string{l.Client, ownID}
	case access.Credential:
		kind = credential
	}
	return key{l.Service, kind, objecttype.ImportID(parts...)}
}

// undeclared reads the lists of the managed objects, and reports the undeclared ones.
func (s *search) undeclared(ctx context.Context) error {
	if err := s.profiles(ctx); err != nil {
		return err
	}
	lists := s.searched(func(kind access.Kind) bool { return kind != access.Profile })
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
	s.report(all)
	return nil
}

// searched returns the managed and used lists of the matching kinds, sorted.
func (s *search) searched(of func(access.Kind) bool) []list {
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
			found[i], failed[i] = s.list(ctx, s.service, l)
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
			return nil, nil, fmt.Errorf("cannot list the %s %s: %w; %s", whatOf(l), l.Owner, err, tenant.WayOut(err))
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
	lists := s.searched(func(kind access.Kind) bool { return kind == access.Profile })
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
	covered, removedBy := map[string]bool{}, ""
	for _, set := range s.sets[l] {
		removedBy = set.address
		for i, key := range keysOf(l, all, set.records) {
			covered[all[i].ownID] = covered[all[i].ownID] || set.unknown || set.declares(key)
			if set.unknown && !set.declares(key) {
				s.notSeen(set.address + ": the plan masks what it declares, so that it cannot be compared with the service: " +
					"name a saved plan")
			}
			if shown := set.shown(key, l.Kind); shown.address != "" && (!set.masked || set.records[key].ExtID == all[i].ownID) {
				s.notSeen(shown.compare(types[l.Kind], all[i].record, all[i].value))
			}
		}
	}
	var found []undeclared
	for _, one := range all {
		k := keyOf(l, one.ownID)
		if shown, known := s.shown[k]; known {
			s.notSeen(shown.compare(types[l.Kind], one.record, one.value))
		}
		accepted := !s.managed[l] && s.accepted.has(Known{Kind: k.kind, ID: k.id, Name: one.gives()})
		if !covered[one.ownID] && !s.held[k] && !s.imported[k] && !accepted {
			found = append(found, undeclared{one, l, removedBy})
		}
	}
	return found
}

// shown returns a grant as the plan has found it; the zero value for another object.
func (s set) shown(key string, kind access.Kind) shownObject {
	value, found := s.found[key]
	switch {
	case kind != access.Grant && kind != access.EnterpriseGrant:
	case s.masked:
		return shownObject{s.address, s.records[key].Version, nil}
	case found:
		one := shownObject{s.address + ", " + key, s.records[key].Version, nil}
		if values := mapOf(value); values != nil {
			role, _ := s.role(key)
			one.values = plan.Values{types[kind].Gives.Attr: role, "validity": values["validity"]}
			for _, room := range grants.RoomAttributes() {
				one.values[room] = values[room]
			}
		}
		return one
	}
	return shownObject{}
}

// keysOf returns the keys of objects in an authoritative resource.
func keysOf(l list, all []held, records grants.Records) []string {
	if l.Kind == access.Grant || l.Kind == access.EnterpriseGrant {
		listed := make([]grants.Grant, len(all))
		for i, one := range all {
			listed[i] = grants.Grant{ExtID: one.ownID, RoleExtID: one.gives()}
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
			one := set.plannedObject(l, key)
			if k := keyOf(l, one.ownID); !set.declares(key) && !s.held[k] && !s.imported[k] {
				all = append(all, undeclared{one, l, set.address})
			}
		}
	}
	return all
}

// plannedObject returns an element of an authoritative resource with the values of the plan.
func (s set) plannedObject(l list, key string) held {
	if l.Kind == access.Member || l.Kind == access.Assignment {
		return factOf(l, key, idm.Record{}, nil)
	}
	role, extID := s.role(key)
	if record, recorded := s.records[key]; recorded {
		extID = record.ExtID
	}
	values, record := s.found.Map(key), idm.Record{Version: s.records[key].Version}
	bounds := values.Map("validity")
	validity := idm.Validity{From: bounds.Text("from"), To: bounds.Text("to")}
	if l.Kind == access.EnterpriseGrant {
		return factOf(l, extID, record, idm.EnterpriseAuthorization{ExtID: extID, EnterpriseRoleExtID: role, Validity: validity})
	}
	open := func(room string) *bool { return new(values.True(room)) }
	return factOf(l, extID, record, idm.Authorization{ExtID: extID, RoleExtID: role, Validity: validity,
		ClientGlobal: open("client_global"), UnitGlobal: open("unit_global"), AppGlobal: open("app_global"),
		EnterpriseRoleGlobal: open("enterprise_role_global")})
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
