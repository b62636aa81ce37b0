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
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// Unmanaged lists the objects of the service that no state contains.
type Unmanaged struct {
	// Clients are the tenants that were read.
	Clients []string `json:"clients"`
	// Shares contains the managed share of each kind of object.
	Shares []Share `json:"shares"`
	// Objects are in no state, and not accepted. They are sorted by kind and ID.
	Objects []Foreign `json:"objects"`
	// Accepted is the number of objects in no state that are accepted.
	Accepted int `json:"accepted"`
	// Missing lists the parts that could not be read. The shares do not count them.
	Missing []tenant.Missing `json:"missing,omitempty"`

	// known are the accepted objects.
	known []Foreign
}

// Share is the managed share of one kind of object.
type Share struct {
	Kind    string  `json:"kind"`
	Total   int     `json:"total"`
	Managed int     `json:"managed"`
	Percent float64 `json:"percent"`
}

// Foreign is an object that no state contains.
type Foreign struct {
	// Kind is the resource type that could manage the object, without the prefix idm_, such as unit
	// or role.
	Kind string `json:"kind"`
	// ID is the import ID.
	ID string `json:"id"`
	// Name is the name of the object; "" if it has none. For a grant or an assignment, it is the
	// external ID of the role or application.
	Name string `json:"name,omitempty"`
	// Within is the parent of a unit, the user of a profile, or the profile of a grant.
	Within string `json:"within,omitempty"`
	// Access describes a state other than active, the open data rooms, and the validity.
	Access       string `json:"access,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
}

// counted are the types whose unmanaged objects are counted, in the order of the report.
var counted = countedTypes()

func countedTypes() []*objecttype.Type {
	types := slices.DeleteFunc(objecttype.All(), func(row *objecttype.Type) bool { return row.Drift.Count == 0 })
	slices.SortFunc(types, func(a, b *objecttype.Type) int { return a.Drift.Count - b.Drift.Count })
	return types
}

// tenants reads the tenants of the managed objects and of the lists to search, each once. It counts
// their objects, unless the plan does not show all that is managed.
func (s *search) tenants(ctx context.Context, client string, progress func(done, total int, what string)) error {
	s.facts = tenant.FactsOf("")
	if s.service == nil {
		return nil
	}
	whole := s.own && unsearchable(s.plan) == ""
	if whole && client != "" {
		s.clients[client] = true
	}
	if whole && len(s.clients) == 0 {
		s.notSeen("the plan names no client, so that objects in no state were not searched: set IDM_CLIENT_EXT_ID")
		whole = false
	}
	lists := s.searched(func(access.Kind) bool { return true })
	for _, l := range lists {
		s.clients[l.Client] = true
	}
	if !whole && len(lists) == 0 {
		return nil
	}
	c := census{search: s, unmanaged: &Unmanaged{Objects: []Foreign{}}, seen: map[key]bool{}, covered: map[key]bool{}}
	var read []*tenant.Tenant
	for _, client := range slices.Sorted(maps.Keys(s.clients)) {
		slices.Sort(s.units[client])
		t, err := tenant.Read(ctx, s.service.api,
			tenant.Options{Client: client, Known: s.units[client], With: s.parts(), Progress: progress})
		switch {
		case errors.Is(err, tenant.ErrNoClient):
			continue
		case errors.Is(err, rest.ErrForbidden):
			c.unmanaged.Missing = append(c.unmanaged.Missing, tenant.Missing{What: "objects of client", ExtIDs: []string{client},
				Reason: err.Error(), WayOut: tenant.WayOut(err, objecttype.User.ListPermissions()...)})
			continue
		case err != nil:
			return fmt.Errorf("the tenant %s could not be read: %w. %s", client, err, tenant.WayOut(err))
		}
		read = append(read, t)
		c.unmanaged.Clients = append(c.unmanaged.Clients, client)
		c.miss(t.Missing)
		c.take(client, t)
	}
	s.Tenants, s.facts = read, tenant.FactsOf("", read...)
	if whole {
		c.summarize()
		s.Unmanaged, s.Summary.Unmanaged = c.unmanaged, len(c.unmanaged.Objects)
	}
	return nil
}

// parts returns the optional parts of a tenant that contain counted objects.
func (d *declarations) parts() []tenant.Part {
	parts := []tenant.Part{tenant.AllApplications, tenant.Roles, tenant.EnterpriseRoles}
	if d.kinds[objecttype.PropertyDefinition.Name] {
		parts = append(parts, tenant.DefinitionOwners)
	}
	for _, row := range tenant.Plain() {
		if row.Drift.Count > 0 {
			parts = append(parts, tenant.Objects(row))
		}
	}
	return parts
}

// census counts the objects of tenants.
type census struct {
	*search
	unmanaged *Unmanaged
	// seen are the objects of the states and of the tenants.
	seen map[key]bool
	// covered are the objects that an authoritative resource of their owner manages.
	covered map[key]bool
	// unread are types that could not be read completely, and of which no state has objects.
	unread []string
}

// miss records what could not be read, except for properties, which are not objects. A type that no
// state contains is omitted instead, because an older release may not have it and a caller may not
// see it. An object that cannot be decoded is always recorded.
func (c *census) miss(all []tenant.Missing) {
	for _, missing := range all {
		row := missing.Type
		switch {
		case row != nil && row.Class == objecttype.Properties:
		case row == nil || missing.Undecoded || row.Drift.Always && row.OfClient() || c.kinds[row.Name]:
			c.unmanaged.Missing = append(c.unmanaged.Missing, missing)
		default:
			c.unread = append(c.unread, row.Name)
		}
	}
}

// take visits the objects of a tenant, and stores its complete lists.
func (c *census) take(client string, t *tenant.Tenant) {
	gaps := t.Incomplete()
	complete := func(row *objecttype.Type, owner string, read bool) {
		if read && !gaps.Has(row, owner) {
			c.lists[listOf("", client, access.KindOf(row.Name), owner)] = []held{}
		}
	}
	for _, unit := range t.Units {
		c.object(objecttype.Unit, client, "", unit.ExtID, unit.Name, unit.ParentUnitExtID, unit.Record, unit)
	}
	for _, user := range t.Users {
		complete(objecttype.Profile, user.ExtID, true)
		if c.isArchived(objecttype.User, client, user.ExtID, user.UserState) {
			continue
		}
		name := strings.TrimSpace(user.Name.FirstName + " " + user.Name.FamilyName)
		c.object(objecttype.User, client, "", user.ExtID, cmp.Or(name, user.LoginID), "", user.Record, user)
	}
	for _, profile := range t.Profiles {
		complete(objecttype.Authorization, profile.ExtID, profile.Authorizations != nil)
		complete(objecttype.EnterpriseAuthorization, profile.ExtID, profile.EnterpriseAuthorizations != nil)
		if c.isArchived(objecttype.Profile, client, profile.ExtID, profile.ProfileState) {
			continue
		}
		c.object(objecttype.Profile, client, "", profile.ExtID, profile.Name, profile.UserExtID, profile.Record, profile.Profile)
		for _, a := range profile.Authorizations {
			c.object(objecttype.Authorization, client, profile.ExtID, a.ExtID, a.RoleExtID, profile.ExtID, a.Record, a.Authorization)
		}
		for _, a := range profile.EnterpriseAuthorizations {
			c.object(objecttype.EnterpriseAuthorization, client, profile.ExtID, a.ExtID, a.EnterpriseRoleExtID, profile.ExtID, a.Record, a)
		}
	}
	complete(objecttype.ClientApplication, "", true)
	for _, application := range t.Applications {
		// The timestamp of an application is not the timestamp of its assignment.
		c.object(objecttype.ClientApplication, client, "", application.ExtID, application.ExtID, "", idm.Record{}, nil)
	}
	for _, application := range t.AllApplications {
		c.object(objecttype.Application, client, "", application.ExtID, application.Name, "", application.Record, application)
	}
	for _, role := range t.Roles {
		c.object(objecttype.Role, client, "", role.ExtID, role.Name, role.ApplicationExtID, role.Record, role)
	}
	for _, role := range t.EnterpriseRoles {
		complete(objecttype.EnterpriseRoleMember, role.ExtID, role.Members != nil)
		c.object(objecttype.EnterpriseRole, client, "", role.ExtID, role.Name, "", role.Record, role.EnterpriseRole)
		for _, member := range role.Members {
			c.object(objecttype.EnterpriseRoleMember, client, role.ExtID, member.ExtID, member.ExtID, role.ExtID, idm.Record{}, nil)
		}
	}
	for _, row := range tenant.Plain() {
		for _, object := range t.Objects[row] {
			c.object(row, client, "", object.ExtID, object.Name, "", object.Record, object.Value)
		}
	}
	c.definitions(t)
}

// definitions counts the property definitions of the client, and those of all clients if a state
// contains any of them.
func (c *census) definitions(t *tenant.Tenant) {
	if t.DefinitionsOwned == nil {
		c.unread = append(c.unread, objecttype.PropertyDefinition.Name)
	}
	for _, d := range t.Definitions {
		if t.DefinitionsOwned[d.PropertyID] && (d.ClientExtID != "" || c.allClients) {
			one := key{kind: objecttype.PropertyDefinition.Name, id: tenant.DefinitionID(d)}
			c.count(one, d.Name, d.ApplicationExtID, idm.Record{}, nil)
		}
	}
}

// archived is the final state of a user or a profile.
const archived = "archived"

// isArchived reports whether a user or a profile is archived and in no state. Such an object has no
// access and can never change.
func (c *census) isArchived(row *objecttype.Type, client, extID, state string) bool {
	return state == archived && !c.held[key{kind: row.Name, id: objecttype.ImportID(client, extID)}]
}

// object adds an object to its list and counts it.
func (c *census) object(row *objecttype.Type, client, owner, extID, name, within string, record idm.Record, value any) {
	id, parent, l := objecttype.ImportID(client, owner, extID), objecttype.ImportID(client, owner),
		listOf("", client, access.KindOf(row.Name), owner)
	switch {
	case !row.OfClient():
		id = objecttype.ImportID(extID)
	case owner == "":
		id, parent = objecttype.ImportID(client, extID), objecttype.ImportID(client)
	}
	if row == objecttype.Profile {
		l.Owner = within
	}
	if all, complete := c.lists[l]; complete {
		c.lists[l] = append(all, factOf(l, extID, record, value))
	}
	one := key{kind: row.Name, id: id}
	if c.whole[key{kind: row.Name, id: parent}] && !c.held[one] {
		c.covered[one] = true
	}
	c.count(one, name, within, record, value)
}

// count compares an object with the plan, and finds whether a state has it.
func (c *census) count(one key, name, within string, record idm.Record, value any) {
	row := objecttype.ByName(one.kind)
	if row.Drift.Count == 0 {
		return
	}
	c.records[one] = record
	if shown, is := c.shown[one]; is {
		c.notSeen(shown.compare(row, record, value))
	}
	if !c.held[one] && !c.covered[one] && !c.seen[one] && (row.Drift.Always || c.kinds[one.kind]) {
		o := Foreign{Kind: one.kind, ID: one.id, Name: name, Within: within, Access: accessOf(value), LastModified: record.LastModified}
		if c.accepted.has(Known{o.Kind, o.ID, o.Name, o.Access}) {
			c.unmanaged.known = append(c.unmanaged.known, o)
		} else {
			c.unmanaged.Objects = append(c.unmanaged.Objects, o)
		}
	}
	c.seen[one] = true
}

func (c *census) summarize() {
	u := c.unmanaged
	u.Accepted = len(u.known)
	slices.SortFunc(u.Objects, func(a, b Foreign) int {
		return cmp.Or(objecttype.ByName(a.Kind).Drift.Count-objecttype.ByName(b.Kind).Drift.Count, strings.Compare(a.ID, b.ID))
	})
	total, managed := map[string]int{}, map[string]int{}
	for _, each := range []map[key]bool{c.held, c.covered} {
		for one := range each {
			managed[one.kind]++
			c.seen[one] = true
		}
	}
	for one := range c.seen {
		total[one.kind]++
	}
	for _, row := range counted {
		if slices.Contains(c.unread, row.Name) {
			continue
		}
		share := Share{Kind: row.Name, Total: total[row.Name], Managed: managed[row.Name]}
		if share.Total > 0 {
			share.Percent = float64(1000*share.Managed/share.Total) / 10
		}
		u.Shares = append(u.Shares, share)
	}
}
