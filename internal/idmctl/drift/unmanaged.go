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
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
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

// parts returns the optional parts of a tenant that contain counted objects.
func (h *holdings) parts() []tenant.Part {
	parts := []tenant.Part{tenant.AllApplications, tenant.Roles, tenant.EnterpriseRoles}
	if len(h.ids[objecttype.PropertyDefinition.Name]) > 0 {
		parts = append(parts, tenant.DefinitionOwners)
	}
	for _, row := range tenant.Plain() {
		if row.Drift.Count > 0 {
			parts = append(parts, tenant.Objects(row))
		}
	}
	return parts
}

// FindUnmanaged reads the tenants and lists the objects that no state contains, neither of the plan
// nor of the others, unless they are accepted. It reads the tenants of the managed objects, and
// client if it is not "". It also finds the managed objects that the plan does not show as the
// service has them.
func (r *Report) FindUnmanaged(ctx context.Context, others []*plan.Plan, service *Service, client string, accepted *Accepted,
	progress func(done, total int, what string)) error {
	if service == nil || unsearchable(r.plan) != "" {
		return nil
	}
	if !slices.ContainsFunc(r.plan.Changes, func(c plan.Change) bool { return service.holds(r.plan, c.Service) }) {
		return nil // New and Undeclared report that the plan is not about objects of the service.
	}
	held := newHoldings(append([]*plan.Plan{r.plan}, others...), service)
	if client != "" {
		held.clients[client] = true
	}
	if len(held.clients) == 0 {
		r.NotSeen = append(r.NotSeen, "the plan names no client, so that objects in no state were not searched: set IDM_CLIENT_EXT_ID")
		return nil
	}
	managed, err := managedIn(r.plan, service)
	if err != nil {
		return err
	}
	c := census{held: held, unmanaged: &Unmanaged{Objects: []Foreign{}}, seen: map[string]map[string]bool{}, accepted: accepted,
		managed: managed}
	for _, row := range counted {
		c.seen[row.Name] = maps.Clone(held.ids[row.Name])
	}
	for _, client := range slices.Sorted(maps.Keys(held.clients)) {
		read, err := r.tenant(ctx, held, service, client, progress)
		switch {
		case errors.Is(err, tenant.ErrNoClient):
			continue
		case errors.Is(err, rest.ErrForbidden):
			c.unmanaged.Missing = append(c.unmanaged.Missing, tenant.Missing{What: "objects of client", ExtIDs: []string{client},
				Reason: err.Error(), WayOut: tenant.WayOut(err, objecttype.User.ListPermissions()...)})
			continue
		case err != nil:
			return err
		}
		c.unmanaged.Clients = append(c.unmanaged.Clients, client)
		c.miss(read.Missing)
		c.take(client, read)
		service.keep(client, read)
	}
	c.summarize()
	r.NotSeen = append(r.NotSeen, c.stale...)
	c.unmanaged.Accepted = len(c.unmanaged.known)
	r.Unmanaged, r.Summary.Unmanaged = c.unmanaged, len(c.unmanaged.Objects)
	return nil
}

// tenant reads a tenant completely, once.
func (r *Report) tenant(ctx context.Context, held *holdings, service *Service, client string,
	progress func(done, total int, what string)) (*tenant.Tenant, error) {
	if read := r.tenants[client]; read != nil {
		return read, nil
	}
	read, err := tenant.Read(ctx, service.api, tenant.Options{Client: client, Known: slices.Sorted(maps.Keys(held.units[client])),
		With: held.parts(), Progress: progress})
	if err != nil {
		return nil, fmt.Errorf("the tenant %s could not be read: %w", client, err)
	}
	r.tenants[client] = read
	return read, nil
}

// miss records what could not be read, except for properties, which are not objects. A type that no
// state contains is omitted instead, because an older release may not have it and a caller may not
// see it. An object that cannot be decoded is always recorded.
func (c *census) miss(all []tenant.Missing) {
	for _, missing := range all {
		row := missing.Type
		switch {
		case row != nil && row.Class == objecttype.Properties:
		case row == nil || missing.Undecoded || row.Drift.Always && row.OfClient() || len(c.held.ids[row.Name]) > 0 ||
			len(c.held.whole[row.Name]) > 0:
			c.unmanaged.Missing = append(c.unmanaged.Missing, missing)
		default:
			c.unread = append(c.unread, row.Name)
		}
	}
}

// holdings are the objects of the states, by kind and import ID.
type holdings struct {
	ids     map[string]map[string]bool
	clients map[string]bool
	// units are the external IDs of the units of each client.
	units map[string]map[string]bool
	// whole contains parents, by the kind of their children, for which an authoritative resource
	// manages all children.
	whole map[string]map[string]bool
	// allClients reports that a state contains a property definition of all clients.
	allClients bool
}

// newHoldings returns the objects in the states of plans. It ignores objects that a plan only
// imports.
func newHoldings(plans []*plan.Plan, service *Service) *holdings {
	h := &holdings{ids: map[string]map[string]bool{}, clients: map[string]bool{}, units: map[string]map[string]bool{},
		whole: map[string]map[string]bool{}}
	for _, row := range counted {
		h.ids[row.Name], h.whole[row.Name] = map[string]bool{}, map[string]bool{}
	}
	for _, p := range plans {
		for _, change := range slices.Concat(p.Changes, p.Remaining) {
			if change.Before != nil && !change.Imported && service.holds(p, change.Service) {
				h.add(objecttype.ByTypeName(change.Type), change.Before)
			}
		}
	}
	return h
}

func (h *holdings) add(row *objecttype.Type, values plan.Values) {
	if row == nil {
		return
	}
	client, id := values.Text("client_ext_id"), values.Text("id")
	h.allClients = h.allClients || row == objecttype.PropertyDefinition && values.True("all_clients")
	if client != "" {
		h.clients[client] = true
	}
	if row.Class == objecttype.Set {
		h.whole[row.Owns][id] = true
	} else if ids := h.ids[row.Name]; ids != nil {
		ids[id] = true
	}
	if row == objecttype.Unit {
		if h.units[client] == nil {
			h.units[client] = map[string]bool{}
		}
		h.units[client][values.Text("ext_id")] = true
	}
}

// census counts the objects of tenants.
type census struct {
	held      *holdings
	unmanaged *Unmanaged
	// seen are the import IDs of all objects by kind: those of the states, and those of the tenant.
	seen map[string]map[string]bool
	// unread are kinds that could not be read completely, and that no state contains.
	unread   []string
	accepted *Accepted
	// managed are the objects of the plan by kind and import ID, and stale says which of them the
	// plan does not show as the service has them.
	managed map[string]map[string]managed
	stale   []string
}

func (c *census) take(client string, t *tenant.Tenant) {
	for _, unit := range t.Units {
		c.unit(client, unit)
	}
	for _, profile := range t.Profiles {
		parent := objecttype.ImportID(client, profile.ExtID)
		if c.isOver(objecttype.Profile, parent, profile.ProfileState) {
			continue
		}
		c.object(objecttype.Profile, "", parent, profile.Name, profile.UserExtID, profile.Record,
			profile.Profile)
		for _, a := range profile.Authorizations {
			c.object(objecttype.Authorization, parent, objecttype.ImportID(client, profile.ExtID, a.ExtID), a.RoleExtID, profile.ExtID,
				a.Record, a.Authorization)
		}
		for _, a := range profile.EnterpriseAuthorizations {
			id := objecttype.ImportID(client, profile.ExtID, a.ExtID)
			c.object(objecttype.EnterpriseAuthorization, parent, id, a.EnterpriseRoleExtID, profile.ExtID, a.Record, a)
		}
	}
	for _, application := range t.Applications {
		// The timestamp of an application is not the timestamp of its assignment.
		c.object(objecttype.ClientApplication, objecttype.ImportID(client), objecttype.ImportID(client, application.ExtID),
			application.ExtID, "", idm.Record{}, nil)
	}
	c.catalogue(client, t)
	c.definitions(t)
}

// definitions counts the property definitions of the client, and those of all clients if a state
// contains any of them.
func (c *census) definitions(t *tenant.Tenant) {
	if t.DefinitionsOwned == nil {
		c.unread = append(c.unread, objecttype.PropertyDefinition.Name)
	}
	for _, d := range t.Definitions {
		if t.DefinitionsOwned[d.PropertyID] && (d.ClientExtID != "" || c.held.allClients) {
			c.object(objecttype.PropertyDefinition, "", tenant.DefinitionID(d), d.Name, d.ApplicationExtID, idm.Record{}, nil)
		}
	}
}

// catalogue counts users, applications, roles, enterprise roles, and the plain objects.
func (c *census) catalogue(client string, t *tenant.Tenant) {
	for _, user := range t.Users {
		name, id := strings.TrimSpace(user.Name.FirstName+" "+user.Name.FamilyName), objecttype.ImportID(client, user.ExtID)
		if c.isOver(objecttype.User, id, user.UserState) {
			continue
		}
		c.object(objecttype.User, "", id, cmp.Or(name, user.LoginID), "", user.Record, user)
	}
	for _, application := range t.AllApplications {
		c.object(objecttype.Application, "", objecttype.ImportID(application.ExtID), application.Name, "", application.Record,
			application)
	}
	for _, role := range t.Roles {
		c.object(objecttype.Role, "", objecttype.ImportID(role.ExtID), role.Name, role.ApplicationExtID, role.Record, nil)
	}
	for _, role := range t.EnterpriseRoles {
		parent := objecttype.ImportID(client, role.ExtID)
		c.object(objecttype.EnterpriseRole, "", parent, role.Name, "", role.Record, nil)
		for _, member := range role.Members {
			c.object(objecttype.EnterpriseRoleMember, parent, objecttype.ImportID(client, role.ExtID, member.ExtID), member.ExtID,
				role.ExtID, idm.Record{}, nil)
		}
	}
	for _, row := range tenant.Plain() {
		for _, object := range t.Objects[row] {
			id := objecttype.ImportID(object.ExtID)
			if row.OfClient() {
				id = objecttype.ImportID(client, object.ExtID)
			}
			c.object(row, "", id, object.Name, "", object.Record, nil)
		}
	}
}

// isOver reports whether a user or a profile is archived and in no state. Such an object has no
// access and can never change.
func (c *census) isOver(row *objecttype.Type, id, state string) bool {
	return state == archived && !c.held.ids[row.Name][id]
}

// archived is the final state of a user or a profile.
const archived = "archived"

// lists reports whether the objects of a type are listed.
func (c *census) lists(row *objecttype.Type) bool {
	return row.Drift.Always || len(c.held.ids[row.Name]) > 0 || len(c.held.whole[row.Name]) > 0
}

func (c *census) unit(client string, unit idm.Unit) {
	c.object(objecttype.Unit, "", objecttype.ImportID(client, unit.ExtID), unit.Name, unit.ParentUnitExtID, unit.Record, unit)
}

func (c *census) object(row *objecttype.Type, parent, id, name, within string, record idm.Record, value any) {
	kind := row.Name
	if row.Drift.Count == 0 {
		return
	}
	if shown, is := c.managed[kind][id]; is {
		c.stale = append(c.stale, shown.compare(record, value)...)
	}
	if c.held.whole[kind][parent] {
		c.held.ids[kind][id] = true
	}
	if !c.held.ids[kind][id] && !c.seen[kind][id] && c.lists(row) {
		o := Foreign{Kind: kind, ID: id, Name: name, Within: within, Access: accessOf(value), LastModified: record.LastModified}
		if c.accepted.has(Known{o.Kind, o.ID, o.Name, o.Access}) {
			c.unmanaged.known = append(c.unmanaged.known, o)
		} else {
			c.unmanaged.Objects = append(c.unmanaged.Objects, o)
		}
	}
	c.seen[kind][id] = true
}

func (c *census) summarize() {
	slices.SortFunc(c.unmanaged.Objects, func(a, b Foreign) int {
		return cmp.Or(objecttype.ByName(a.Kind).Drift.Count-objecttype.ByName(b.Kind).Drift.Count, strings.Compare(a.ID, b.ID))
	})
	for _, row := range counted {
		kind := row.Name
		if slices.Contains(c.unread, kind) {
			continue
		}
		share := Share{Kind: kind, Total: len(c.seen[kind]), Managed: len(c.held.ids[kind])}
		if share.Total > 0 {
			share.Percent = float64(1000*share.Managed/share.Total) / 10
		}
		c.unmanaged.Shares = append(c.unmanaged.Shares, share)
	}
}
