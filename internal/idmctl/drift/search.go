package drift

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// Search reads the tenants of the managed objects, and client if it is not "", and reports what
// they have less what the plan of the report and the other plans declare: undeclared access of
// managed objects, and objects that no state contains. It also finds the objects that the plan does
// not show as the service has them. Accepted objects are no findings; an accepted object of a
// managed one has to be declared. With a nil service there is no login, and nothing is searched.
func (r *Report) Search(ctx context.Context, others []*plan.Plan, service *Service, client string, accepted *Accepted,
	progress func(done, total int, what string)) error {
	s := &search{Report: r, declarations: newDeclarations(), service: service, accepted: accepted}
	for _, part := range r.plan.Parts() {
		s.take(part.Plan, true)
	}
	for _, p := range others {
		s.take(p, false)
	}
	if err := s.tenants(ctx, client, progress); err != nil {
		return err
	}
	s.undeclared()
	err := r.existing(ctx, service)
	r.count()
	return err
}

// search searches the service for undeclared access.
type search struct {
	*Report
	*declarations
	service  *Service
	accepted *Accepted
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
	access.Member: objecttype.EnterpriseRoleMember, access.Assignment: objecttype.ClientApplication, access.Credential: objecttype.Password,
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
	}
	return h
}

// gives returns the external ID of the object that is given, such as a role.
func (h held) gives() string {
	target, _ := h.Target.Known()
	return target
}

// keyOf identifies an object of a list as a state does.
func keyOf(l list, ownID string) key {
	return keyIn(l.Service, types[l.Kind], l.Client, l.Owner, ownID)
}

// keyIn returns the key of an object; owner is "" without one.
func keyIn(service string, row *objecttype.Type, client, owner, extID string) key {
	kind, parts := row.Name, []string{client, owner, extID}
	switch {
	case row.Class == objecttype.Credential:
		kind = credential
	case !row.OfClient():
		parts = parts[2:]
	case owner == "":
		parts = []string{client, extID}
	}
	return key{service, kind, objecttype.ImportID(parts...)}
}

// undeclared reports the undeclared objects of the managed lists that were read.
func (s *search) undeclared() {
	lists := s.searched()
	if s.service == nil && len(lists) > 0 {
		s.notSeen("the grants that the service holds in addition to the managed ones: " + noLogin)
	}
	var all []undeclared
	for _, l := range lists {
		all = append(all, s.uncovered(l, s.lists[l])...)
	}
	s.report(all)
}

// searched returns the managed and used lists, sorted.
func (s *search) searched() []list {
	searched := maps.Clone(s.managed)
	maps.Copy(searched, s.used)
	all := slices.DeleteFunc(slices.Collect(maps.Keys(searched)), func(l list) bool { return !searched[l] || l.Kind == access.Profile })
	slices.SortFunc(all, func(a, b list) int { return cmp.Or(a.Compare(b.ID), cmp.Compare(a.Owner, b.Owner)) })
	return all
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
		if values := plan.Object(value); values != nil {
			role, _ := s.role(key)
			one.values = plan.Values{types[kind].Gives.Attr: role, "validity": values["validity"]}
			if kind == access.Grant {
				for _, room := range grants.RoomAttributes() {
					one.values[room] = values[room]
				}
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
