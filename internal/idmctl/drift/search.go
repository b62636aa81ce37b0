package drift

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// Search reads the tenants of the planned objects, and client if it is not "", and reports what they
// have less what the plan of the report and the other plans declare: undeclared access of managed
// objects, and other objects that no state contains. It also finds the objects that the plan does not
// show as the service has them. Accepted objects are no findings; an accepted object of a managed one
// has to be declared. With a nil service there is no login, and nothing is searched.
func (r *Report) Search(ctx context.Context, others []*plan.Plan, service *Service, client string, accepted *Accepted,
	progress func(done, total int, what string)) error {
	s := &search{Report: r, service: service, accepted: accepted, kinds: map[string]bool{}, clients: map[string]bool{},
		units: map[string][]string{}}
	for _, part := range r.plan.Parts() {
		s.take(part.Plan, true)
	}
	for _, p := range others {
		s.take(p, false)
	}
	switch {
	case service == nil && len(r.entries.each(func(e *entry) bool { return e.managed || e.used })) > 0:
		s.notSeen("the grants that the service holds in addition to the managed ones: " + noLogin)
	case service == nil, Unsearchable(r.plan) != "":
	case !s.own:
		s.notSeen("the plan has no object of the service, so that it was not searched")
	default:
		if client != "" {
			s.clients[client] = true
		}
		if len(s.clients) == 0 {
			s.notSeen("the plan names no client, so that objects in no state were not searched: set IDM_CLIENT_EXT_ID")
			break
		}
		if err := s.tenants(ctx, progress); err != nil {
			return err
		}
	}
	r.count()
	return nil
}

// search compares the objects of tenants with the declarations of plans.
type search struct {
	*Report
	service  *Service
	accepted *Accepted
	// own reports that the plan of the report has objects of the service.
	own bool
	// kinds are the types of the objects of plans, clients their clients, and units the external IDs of
	// the units by client. allClients reports that a state contains a property definition of all clients.
	kinds, clients map[string]bool
	units          map[string][]string
	allClients     bool
	// unread are types that could not be read completely, and of which no plan has objects. missing
	// reports that others could not.
	unread  []string
	missing bool
}

// tenants reads the tenants, each once, and compares their objects.
func (s *search) tenants(ctx context.Context, progress func(done, total int, what string)) error {
	s.Unmanaged = &Unmanaged{Clients: []string{}, Objects: []Foreign{}}
	for _, client := range slices.Sorted(maps.Keys(s.clients)) {
		o := s.options(client)
		o.Progress = progress
		t, err := tenant.Read(ctx, s.service.API, o)
		switch {
		case errors.Is(err, tenant.ErrNoClient):
			continue
		case errors.Is(err, rest.ErrForbidden):
			s.miss(client, tenant.Missing{What: "objects of client", ExtIDs: []string{client}, Reason: err.Error(),
				WayOut: tenant.WayOut(err, objecttype.User.ListPermissions()...)})
			continue
		case err != nil:
			return fmt.Errorf("the tenant %s could not be read: %w. %s", client, err, tenant.WayOut(err))
		}
		s.Unmanaged.Clients = append(s.Unmanaged.Clients, client)
		for _, missing := range t.Missing {
			s.miss(client, missing)
		}
		s.tenant(client, t)
	}
	s.absent()
	s.dates()
	s.sort()
	return nil
}

// options asks for the parts of a tenant that contain counted objects, and for the credentials that
// must be declared.
func (s *search) options(client string) tenant.Options {
	slices.Sort(s.units[client])
	o := tenant.Options{Client: client, Known: s.units[client], With: tenant.FactParts(), CredentialsOf: map[string]bool{}}
	credentialsOf := func(id string, key objecttype.Key, always bool) {
		if parts, err := key.Parse(id); err == nil && parts[0] == client {
			o.CredentialsOf[parts[1]] = o.CredentialsOf[parts[1]] || always
		}
	}
	properties := map[string]tenant.Part{objecttype.UserProperties.Name: tenant.UserProperties,
		objecttype.ProfileProperties.Name: tenant.ProfileProperties}
	for one, e := range s.entries {
		part, is := properties[one.kind]
		switch {
		case e.managed && (one.kind == credential || one.kind == objecttype.Profile.Name):
			// The declaration may omit that the user is technical.
			credentialsOf(one.id, objecttype.User.Key, one.kind == credential)
		case e.shown != nil && one.kind == credential:
			credentialsOf(one.id, objecttype.DevicePassword.Key, true)
		case e.shown != nil && is && !slices.Contains(o.With, part):
			o.With = append(o.With, part)
		}
	}
	if len(o.CredentialsOf) > 0 {
		o.With = append(o.With, tenant.Credentials)
	}
	if s.kinds[objecttype.PropertyDefinition.Name] {
		o.With = append(o.With, tenant.DefinitionOwners)
	}
	for _, row := range tenant.Plain() {
		if row.Drift.Count > 0 {
			o.With = append(o.With, tenant.Objects(row))
		}
	}
	return o
}

// miss records what could not be read. Properties are no objects, and count if a state has any. A
// type that no plan contains is omitted instead, because an older release may not have it and a
// caller may not see it. An object that cannot be decoded is always recorded.
func (s *search) miss(client string, m tenant.Missing) {
	switch row := m.List.Type; {
	case row != nil && row.Class == objecttype.Properties && !s.shows(row):
	case row == nil || row.Class == objecttype.Credential || m.Undecoded || row.Drift.Always && row.OfClient() || s.kinds[row.Name] ||
		row == objecttype.PropertyDefinition && !m.Absent && s.shows(objecttype.OfClass(objecttype.Properties)...):
		s.missing = true
		s.notSeen("client " + client + ": " + m.What + " " + strings.Join(m.ExtIDs, ", ") + ": " + m.Reason + ". " + m.WayOut + ".")
	default:
		s.unread = append(s.unread, row.Name)
	}
}

// shows reports whether a plan shows an object of one of the types.
func (s *search) shows(types ...*objecttype.Type) bool {
	return slices.ContainsFunc(types, func(row *objecttype.Type) bool { return s.kinds[row.Name] })
}

// tenant compares the objects of a tenant, after the elements of authoritative resources.
func (s *search) tenant(client string, t *tenant.Tenant) {
	lists := map[key][]tenant.Item{}
	t.Visit(func(item tenant.Item) {
		if list := keyIn(item.Type, client, item.Owner, item.ExtID).list(); len(s.entries.at(list).sets) > 0 {
			lists[list] = append(lists[list], item)
		}
	})
	for list, all := range lists {
		for _, of := range s.entries[list].sets {
			s.cover(client, of, all)
		}
	}
	facts := t.Facts("")
	defined := !slices.ContainsFunc(t.Missing, func(m tenant.Missing) bool { return m.List.Type == objecttype.PropertyDefinition })
	t.Visit(func(item tenant.Item) {
		one := keyIn(item.Type, client, item.Owner, cmp.Or(item.ExtID, item.Name))
		s.object(client, one, item, facts)
		if defined {
			s.compareProperties(item.Type, one.id, item.Properties)
		}
	})
	for _, c := range t.Credentials {
		item := tenant.Item{Type: objecttype.Password, Owner: c.UserExtID,
			Object: idm.Object{ExtID: c.ExtID, Name: c.Type, Record: c.Record, Value: c}}
		s.object(client, keyIn(item.Type, client, item.Owner, item.ExtID), item, facts)
	}
	s.definitions(client, t, facts)
}

// definition is a property definition with its allowed values as a plan has them.
type definition struct {
	idm.PropertyDefinition
	Allowed []string `json:"allowedValues"`
}

// definitions compares the property definitions of the client, and those of all clients if a state
// contains any of them.
func (s *search) definitions(client string, t *tenant.Tenant, facts *tenant.Facts) {
	for _, d := range t.Definitions {
		allowed := make([]string, len(d.AllowedValues))
		for i, one := range d.AllowedValues {
			allowed[i] = one.Value
		}
		if t.DefinitionsOwned[d.PropertyID] && (d.ClientExtID != "" || s.allClients) {
			item := tenant.Item{Type: objecttype.PropertyDefinition, Within: d.ApplicationExtID,
				Object: idm.Object{Name: d.Name, Value: definition{d, allowed}}}
			s.object(client, key{item.Type.Name, tenant.DefinitionID(d)}, item, facts)
		}
	}
}

// cover compares the elements of an authoritative resource, all those that the service has.
func (s *search) cover(client string, of set, all []tenant.Item) {
	for i, name := range keysOf(all, of.records) {
		item := all[i]
		one := s.entries.at(keyIn(item.Type, client, item.Owner, cmp.Or(item.ExtID, item.Name)))
		one.covered, one.removedBy = one.covered || of.unknown || of.declares(name), of.address
		if of.unknown && !of.declares(name) {
			s.notSeen(of.address + ": the plan masks what it declares, so that it cannot be compared with the service: name a saved plan")
		}
		if shown := of.shown(name, item.Type); shown.address != "" && (!of.masked || of.records[name].ExtID == item.ExtID) {
			s.notSeen(shown.compare(item.Type, item.Record, item.Value))
		}
	}
}

// shown returns a grant as the plan has found it; the zero value for another object.
func (s set) shown(name string, row *objecttype.Type) shownObject {
	value, found := s.found[name]
	switch {
	case row.Owner != objecttype.Profile.Name:
	case s.masked:
		return shownObject{s.address, s.records[name].Version, nil}
	case found:
		one := shownObject{s.address + ", " + name, s.records[name].Version, nil}
		if values := plan.Object(value); values != nil {
			one.values = plan.Values{row.Gives.Attr: roleOf(s.found, name), "validity": values["validity"]}
			if row == objecttype.Authorization {
				for _, room := range grants.RoomAttributes() {
					one.values[room] = values[room]
				}
			}
		}
		return one
	}
	return shownObject{}
}

// keysOf returns the keys of the objects of one owner in an authoritative resource.
func keysOf(all []tenant.Item, records grants.Records) []string {
	keys, listed := make([]string, len(all)), make([]grants.Grant, len(all))
	for i, item := range all {
		keys[i], listed[i] = item.Name, grants.Grant{ExtID: item.ExtID, RoleExtID: item.Name}
	}
	if all[0].Type.Owner != objecttype.Profile.Name {
		return keys
	}
	return grants.Keys(listed, func(role string) string { return records[role].ExtID })
}

// object compares an object with the plans, and reports it if no state contains it. An archived user
// or profile that is in no state has no access and can never change; its grants are not reported.
func (s *search) object(client string, one key, item tenant.Item, facts *tenant.Facts) {
	row, e := item.Type, s.entries.at(one)
	again := e.seen
	e.seen, e.record, e.hidden = true, item.Record, item.State == "archived" && !e.held
	if e.hidden || s.entries.at(key{row.Owner, one.list().id}).hidden {
		return
	}
	if row == objecttype.Profile && s.entries.at(key{row.Name, objecttype.ImportID(client, item.Within)}).managed {
		s.manage(row, one.id)
	}
	if user, is := item.Value.(idm.User); is && user.IsTechnicalUser != nil && *user.IsTechnicalUser && e.held {
		s.entries.at(key{credential, one.id}).managed = true
	}
	if e.shown != nil {
		s.notSeen(e.shown.compare(row, item.Record, item.Value))
	}
	if !again && !e.held && !e.covered {
		s.unknown(client, one, item, facts)
	}
}

// unknown reports an object that no state contains: undeclared access, or another object that is not
// accepted.
func (s *search) unknown(client string, one key, item tenant.Item, facts *tenant.Facts) {
	row, e, list := item.Type, s.entries.at(one), s.entries.at(one.list())
	managed := list.managed && row != objecttype.Profile
	undeclared := (managed || list.used) && !e.imported && !list.imported
	if !undeclared && (row.Drift.Count == 0 || !row.Drift.Always && !s.kinds[one.kind]) {
		return
	}
	access, rank := accessOf(item.Value)
	o := Foreign{Known: Known{one.kind, one.id, item.Name, access}, Within: item.Within, LastModified: item.LastModified,
		managed: managed, rank: rank}
	switch {
	case !managed && s.accepted.has(o.Known):
		s.Unmanaged.known = append(s.Unmanaged.known, o)
	case undeclared:
		o.RemovedBy = e.removedBy
		o.describe(client, item, facts)
		s.Undeclared = append(s.Undeclared, o)
	default:
		s.Unmanaged.Objects = append(s.Unmanaged.Objects, o)
	}
}

// absent reports objects of states that no list of the service has, where every list was read, and
// objects that the plan creates and that the service has: another state manages them, or this one is
// not the state of the tenant. Some releases list no property definitions with their clients.
func (s *search) absent() {
	partly := slices.Contains(s.unread, objecttype.Application.Name) || slices.Contains(s.unread, objecttype.Role.Name)
	for _, one := range s.entries.each(func(e *entry) bool { return e.held && !e.seen }) {
		row := objecttype.ByName(one.kind)
		if s.missing || row == nil || row.Drift.Count == 0 || row == objecttype.PropertyDefinition || !row.OfClient() && partly {
			continue
		}
		s.notSeen(one.kind + " " + one.id + ": a state has it, and no list of the service: it was deleted, or is hidden from this " +
			"caller: plan again, then log in as another caller")
	}
	for _, one := range s.entries.each(func(e *entry) bool { return e.created != "" && e.seen }) {
		s.notSeen(s.entries[one].created + ": the plan creates it, and the service has it already: another state manages it, this is " +
			"another workspace, or it is to be imported")
	}
}

// sort sorts global access first, then what affects many people, and expired grants last; other
// objects by their type.
func (s *search) sort() {
	slices.SortStableFunc(s.Undeclared, func(a, b Foreign) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), strings.Compare(a.Who, b.Who), strings.Compare(a.ID, b.ID))
	})
	slices.SortFunc(s.Unmanaged.Objects, func(a, b Foreign) int {
		return cmp.Or(objecttype.ByName(a.Kind).Drift.Count-objecttype.ByName(b.Kind).Drift.Count, strings.Compare(a.ID, b.ID))
	})
	s.Unmanaged.Accepted = len(s.Unmanaged.known)
}
