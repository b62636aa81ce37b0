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
	lists := s.searched()
	for _, l := range lists {
		s.clients[l.Client] = true
	}
	if !whole && len(lists) == 0 {
		return nil
	}
	c := census{search: s, unmanaged: &Unmanaged{Objects: []Foreign{}}, seen: map[key]bool{}, covered: map[key]bool{},
		hidden: map[key]bool{}}
	for _, client := range slices.Sorted(maps.Keys(s.clients)) {
		o := s.options(client, lists)
		o.Progress = progress
		t, err := tenant.Read(ctx, s.service.api, o)
		switch {
		case errors.Is(err, tenant.ErrNoClient):
			continue
		case errors.Is(err, rest.ErrForbidden):
			c.miss(client, tenant.Missing{What: "objects of client", ExtIDs: []string{client}, Reason: err.Error(),
				WayOut: tenant.WayOut(err, objecttype.User.ListPermissions()...)})
			continue
		case err != nil:
			return fmt.Errorf("the tenant %s could not be read: %w. %s", client, err, tenant.WayOut(err))
		}
		s.Tenants, c.unmanaged.Clients = append(s.Tenants, t), append(c.unmanaged.Clients, client)
		for _, missing := range t.Missing {
			c.miss(client, missing)
		}
		c.take(client, t)
	}
	s.facts = tenant.FactsOf("", s.Tenants...)
	c.absent()
	if whole {
		c.summarize()
		s.Unmanaged, s.Summary.Unmanaged = c.unmanaged, len(c.unmanaged.Objects)
	}
	return nil
}

// options asks for the parts of a tenant that contain counted objects, and for the credentials that
// must be declared.
func (d *declarations) options(client string, lists []list) tenant.Options {
	slices.Sort(d.units[client])
	o := tenant.Options{Client: client, Known: d.units[client], With: tenant.FactParts(), CredentialsOf: map[string]bool{}}
	for _, l := range lists {
		if l.Kind == access.Credential && l.Client == client {
			o.CredentialsOf[l.Owner] = true
		}
	}
	for l := range d.managed {
		if l.Kind == access.Profile && l.Client == client && !o.CredentialsOf[l.Owner] {
			o.CredentialsOf[l.Owner] = false // The declaration may omit that the user is technical.
		}
	}
	properties := map[string]tenant.Part{objecttype.UserProperties.Name: tenant.UserProperties,
		objecttype.ProfileProperties.Name: tenant.ProfileProperties}
	for one := range d.shown {
		if parts, err := objecttype.DevicePassword.Key.Parse(one.id); one.kind == credential && one.service == "" && err == nil &&
			parts[0] == client {
			o.CredentialsOf[parts[1]] = true
		}
		if part, is := properties[one.kind]; is && !slices.Contains(o.With, part) {
			o.With = append(o.With, part)
		}
	}
	if len(o.CredentialsOf) > 0 {
		o.With = append(o.With, tenant.Credentials)
	}
	if d.kinds[objecttype.PropertyDefinition.Name] {
		o.With = append(o.With, tenant.DefinitionOwners)
	}
	for _, row := range tenant.Plain() {
		if row.Drift.Count > 0 {
			o.With = append(o.With, tenant.Objects(row))
		}
	}
	return o
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
	// missing reports that others could not.
	unread  []string
	missing bool
	// hidden are archived users and profiles in no state.
	hidden map[key]bool
	// defined reports that the properties of the objects were read.
	defined bool
}

// miss records what could not be read. Properties are no objects, and count if a state has any. A
// type that no state contains is omitted instead, because an older release may not have it and a
// caller may not see it. An object that cannot be decoded is always recorded.
func (c *census) miss(client string, m tenant.Missing) {
	switch row := m.List.Type; {
	case row != nil && row.Class == objecttype.Properties && !c.shows(row):
	case row == nil || row.Class == objecttype.Credential || m.Undecoded || row.Drift.Always && row.OfClient() || c.kinds[row.Name] ||
		row == objecttype.PropertyDefinition && !m.Absent && c.shows(objecttype.OfClass(objecttype.Properties)...):
		c.missing = true
		c.notSeen("client " + client + ": " + m.What + " " + strings.Join(m.ExtIDs, ", ") + ": " + m.Reason + ". " + m.WayOut + ".")
	default:
		c.unread = append(c.unread, row.Name)
	}
}

// shows reports whether the plan shows an object of one of the types.
func (c *census) shows(types ...*objecttype.Type) bool {
	return slices.ContainsFunc(types, func(row *objecttype.Type) bool { return c.kinds[row.Name] })
}

// take visits the objects of a tenant, and stores the lists that could be read.
func (c *census) take(client string, t *tenant.Tenant) {
	read := func(row *objecttype.Type, owner string, is bool) {
		if is {
			c.lists[listOf("", client, access.KindOf(row.Name), owner)] = []held{}
		}
	}
	read(objecttype.ClientApplication, "", t.Applications != nil)
	for _, p := range t.Profiles {
		read(objecttype.Authorization, p.ExtID, p.Authorizations != nil)
		read(objecttype.EnterpriseAuthorization, p.ExtID, p.EnterpriseAuthorizations != nil)
	}
	for _, role := range t.EnterpriseRoles {
		read(objecttype.EnterpriseRoleMember, role.ExtID, role.Members != nil)
	}
	c.defined = !slices.ContainsFunc(t.Missing, func(m tenant.Missing) bool { return m.List.Type == objecttype.PropertyDefinition })
	t.Visit(func(item tenant.Item) { c.object(client, item) })
	for _, one := range t.Credentials {
		l := listOf("", client, access.Credential, one.UserExtID)
		c.lists[l] = append(c.lists[l], factOf(l, one.ExtID, one.Record, one))
		c.compare(keyOf(l, one.ExtID), types[l.Kind], one.Record, one)
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
		allowed := make([]string, len(d.AllowedValues))
		for i, one := range d.AllowedValues {
			allowed[i] = one.Value
		}
		if t.DefinitionsOwned[d.PropertyID] && (d.ClientExtID != "" || c.allClients) {
			one := key{kind: objecttype.PropertyDefinition.Name, id: tenant.DefinitionID(d)}
			c.count(one, d.Name, d.ApplicationExtID, idm.Record{}, definition{d, allowed})
		}
	}
}

// definition is a property definition with its allowed values as a plan has them.
type definition struct {
	idm.PropertyDefinition
	Allowed []string `json:"allowedValues"`
}

// object adds an object to its list and counts it. An archived user or profile that is in no state
// has no access and can never change; its grants are not counted.
func (c *census) object(client string, item tenant.Item) {
	row, l := item.Type, listOf("", client, access.KindOf(item.Type.Name), item.Owner)
	one := keyIn("", row, client, item.Owner, item.ExtID)
	parent := one.id[:max(0, strings.LastIndex(one.id, "/"))]
	if item.State == "archived" && !c.held[one] {
		c.hidden[one] = true
	}
	if c.hidden[one] || c.hidden[key{kind: row.Owner, id: parent}] {
		return
	}
	if row == objecttype.Profile && c.managed[listOf("", client, access.Profile, item.Within)] {
		c.manageProfile("", client, item.ExtID)
	}
	if user, is := item.Value.(idm.User); is && user.IsTechnicalUser != nil && *user.IsTechnicalUser && c.held[one] {
		c.managed[listOf("", client, access.Credential, item.ExtID)] = true
	}
	if all, read := c.lists[l]; read {
		c.lists[l] = append(all, factOf(l, item.ExtID, item.Record, item.Value))
	}
	if c.whole[key{kind: row.Name, id: parent}] && !c.held[one] {
		c.covered[one] = true
	}
	c.count(one, item.Name, item.Within, item.Record, item.Value)
	if c.defined {
		c.compareProperties(row, one.id, item.Properties)
	}
}

// absent reports objects of states that no list of the service has, where every list was read. Some
// releases list no property definitions with their clients.
func (c *census) absent() {
	partly := slices.Contains(c.unread, objecttype.Application.Name) || slices.Contains(c.unread, objecttype.Role.Name)
	for _, one := range slices.SortedFunc(maps.Keys(c.held), func(a, b key) int { return strings.Compare(a.kind+a.id, b.kind+b.id) }) {
		row := objecttype.ByName(one.kind)
		if c.missing || c.seen[one] || one.service != "" || row == nil || row.Drift.Count == 0 ||
			row == objecttype.PropertyDefinition || !row.OfClient() && partly {
			continue
		}
		c.notSeen(one.kind + " " + one.id + ": a state has it, and no list of the service: it was deleted, or is hidden from this " +
			"caller: plan again, then log in as another caller")
	}
}

// compare records an object that the plan does not show as the service has it.
func (c *census) compare(one key, row *objecttype.Type, record idm.Record, value any) {
	if shown, is := c.shown[one]; is {
		c.notSeen(shown.compare(row, record, value))
	}
}

// count compares an object with the plan, and finds whether a state has it.
func (c *census) count(one key, name, within string, record idm.Record, value any) {
	row := objecttype.ByName(one.kind)
	c.records[one] = record
	if row.Drift.Count == 0 {
		return
	}
	c.compare(one, row, record, value)
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
