package drift

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// Unmanaged is what the service holds beside what the state holds.
type Unmanaged struct {
	// Clients are the tenants that were read.
	Clients []string `json:"clients"`
	// Shares say of each kind of object how much of it is managed.
	Shares []Share `json:"shares"`
	// Objects are held by no state, sorted by kind and id.
	Objects []Foreign `json:"objects"`
	// Missing is what could not be read; the shares do not count it.
	Missing []tenant.Missing `json:"missing,omitempty"`
}

// Share is how much of one kind of object is managed.
type Share struct {
	Kind    string  `json:"kind"`
	Total   int     `json:"total"`
	Managed int     `json:"managed"`
	Percent float64 `json:"percent"`
}

// Foreign is an object that no state holds.
type Foreign struct {
	// Kind is the resource that could manage it, without the prefix idm_, such as unit or role.
	Kind string `json:"kind"`
	// ID is the import id.
	ID string `json:"id"`
	// Name is what people call it; "" when it has no name. Of a grant and an assignment it is the
	// external id of the role or application.
	Name string `json:"name,omitempty"`
	// Within is the unit above a unit, the user of a profile, or the profile of a grant.
	Within       string `json:"within,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
}

// The kinds, in the order in which they are reported.
const (
	unitKind        = "unit"
	profileKind     = "profile"
	grantKind       = "authorization"
	enterpriseKind  = "enterprise_authorization"
	applicationKind = "client_application"
	userKind        = "user"
	appKind         = "application"
	roleKind        = "role"
	enterpriseRole  = "enterprise_role"
	memberKind      = "enterprise_role_member"
	policyKind      = "policy"
	termsKind       = "terms"
)

var kinds = []string{unitKind, profileKind, grantKind, enterpriseKind, applicationKind, userKind, appKind, roleKind, enterpriseRole,
	memberKind, policyKind, termsKind}

// always are the kinds whose objects are listed even where no state holds any. Of the others, such
// as users, many tenants manage none on purpose: these are counted then, and not listed.
var always = []string{unitKind, profileKind, grantKind, enterpriseKind, applicationKind}

// parts are what is read of a tenant for the kinds beside them.
var parts = []tenant.Part{tenant.AllApplications, tenant.Roles, tenant.EnterpriseRoles, tenant.Policies, tenant.Terms}

// FindUnmanaged reads the tenants and lists what no state of plans holds. The tenants are those of
// the managed objects, and client when it is not "".
func (r *Report) FindUnmanaged(ctx context.Context, plans []*plan.Plan, service *Service, client string,
	progress func(done, total int, what string)) error {
	held := newHoldings(plans, service)
	if len(held.clients) == 0 {
		return errors.New("the plan tells of no managed object: --unmanaged needs a full plan of a state that holds some, and not one that " +
			"only refreshes")
	}
	if client != "" {
		held.clients[client] = true
	}
	c := census{held: held, unmanaged: &Unmanaged{Objects: []Foreign{}}, seen: map[string]map[string]bool{}}
	for _, kind := range kinds {
		c.seen[kind] = maps.Clone(held.ids[kind])
	}
	for _, client := range slices.Sorted(maps.Keys(held.clients)) {
		read, err := tenant.Read(ctx,
			service.api, tenant.Options{Client: client, Known: slices.Sorted(maps.Keys(held.units[client])), With: parts,
				Progress: progress})
		if err != nil {
			return fmt.Errorf("the tenant %s could not be read: %w", client, err)
		}
		c.unmanaged.Clients = append(c.unmanaged.Clients, client)
		c.miss(counted(read.Missing))
		c.take(client, read)
		service.keep(client, read)
	}
	c.summarize()
	r.Unmanaged, r.Summary.Unmanaged = c.unmanaged, len(c.unmanaged.Objects)
	return nil
}

// counted leaves out what could not be read of properties: they are no objects.
func counted(missing []tenant.Missing) []tenant.Missing {
	return slices.DeleteFunc(slices.Clone(missing), func(m tenant.Missing) bool {
		return strings.Contains(m.What, "propert")
	})
}

// missed are the kinds that are not read where something of the tenant is missing.
var missed = []struct{ what, kind string }{
	{"applications of the service", appKind}, {"roles of application", roleKind}, {"enterprise roles of client", enterpriseRole},
	{"members of enterprise role", memberKind}, {"policies of client", policyKind}, {"terms of the service", termsKind},
}

// miss notes what could not be read. Of a kind that no state holds that is no fault, as an older
// release or another caller may not have it: the kind is left out.
func (c *census) miss(all []tenant.Missing) {
	for _, missing := range all {
		kind := ""
		for _, each := range missed {
			if strings.HasPrefix(missing.What, each.what) {
				kind = each.kind
			}
		}
		if kind == "" || len(c.held.ids[kind]) > 0 || len(c.held.whole[kind]) > 0 {
			c.unmanaged.Missing = append(c.unmanaged.Missing, missing)
			continue
		}
		c.unread = append(c.unread, kind)
	}
}

// holdings are the objects of a state, by kind and import id.
type holdings struct {
	ids     map[string]map[string]bool
	clients map[string]bool
	// units are the external ids of the units of each client.
	units map[string]map[string]bool
	// whole holds parents, by the kind of their children, whose children are all held by one
	// authoritative resource.
	whole map[string]map[string]bool
}

// newHoldings finds what the states of plans hold. What a plan is only about to import is not held
// yet.
func newHoldings(plans []*plan.Plan, service *Service) *holdings {
	h := &holdings{ids: map[string]map[string]bool{}, clients: map[string]bool{}, units: map[string]map[string]bool{},
		whole: map[string]map[string]bool{}}
	for _, kind := range kinds {
		h.ids[kind], h.whole[kind] = map[string]bool{}, map[string]bool{}
	}
	for _, p := range plans {
		for _, change := range p.Changes {
			if change.Before != nil && !change.Imported && service.holds(p, change.Service) {
				h.add(strings.TrimPrefix(change.Type, "idm_"), change.Before)
			}
		}
	}
	return h
}

func (h *holdings) add(kind string, values plan.Values) {
	client, id := values.Text("client_ext_id"), values.Text("id")
	if client != "" {
		h.clients[client] = true
	}
	switch kind {
	case "profile_authorizations":
		h.whole[grantKind][id] = true
	case "profile_enterprise_authorizations":
		h.whole[enterpriseKind][id] = true
	case "client_applications":
		h.whole[applicationKind][id] = true
	case "enterprise_role_members":
		h.whole[memberKind][id] = true
	default:
		if ids := h.ids[kind]; ids != nil {
			ids[id] = true
		}
	}
	if kind == unitKind {
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
	// seen are the import ids of all objects by kind: those of the state, whose refresh has read them,
	// and those of the tenant.
	seen map[string]map[string]bool
	// unread are kinds that could not be read as a whole, and that no state holds.
	unread []string
}

func (c *census) take(client string, t *tenant.Tenant) {
	for _, unit := range t.Units {
		c.unit(client, unit)
	}
	for _, profile := range t.Profiles {
		c.object(profileKind, "", idm.ImportID(client, profile.ExtID), profile.Name, profile.UserExtID, profile.Record)
		parent := idm.ImportID(client, profile.ExtID)
		for _, a := range profile.Authorizations {
			c.object(grantKind, parent, idm.ImportID(client, profile.ExtID, a.ExtID), a.RoleExtID, profile.ExtID, a.Record)
		}
		for _, a := range profile.EnterpriseAuthorizations {
			c.object(enterpriseKind, parent, idm.ImportID(client, profile.ExtID, a.ExtID), a.EnterpriseRoleExtID, profile.ExtID, a.Record)
		}
	}
	for _, application := range t.Applications {
		// The time of an application is not that of its assignment.
		c.object(applicationKind, idm.ImportID(client), idm.ImportID(client, application.ExtID), application.ExtID, "", idm.Record{})
	}
	c.catalogue(client, t)
}

// catalogue counts what grants consist of and what rules logins.
func (c *census) catalogue(client string, t *tenant.Tenant) {
	for _, user := range t.Users {
		name := strings.TrimSpace(user.Name.FirstName + " " + user.Name.FamilyName)
		c.object(userKind, "", idm.ImportID(client, user.ExtID), cmp.Or(name, user.LoginID), "", user.Record)
	}
	for _, application := range t.AllApplications {
		c.object(appKind, "", idm.ImportID(application.ExtID), application.Name, "", application.Record)
	}
	for _, role := range t.Roles {
		c.object(roleKind, "", idm.ImportID(role.ExtID), role.Name, role.ApplicationExtID, role.Record)
	}
	for _, role := range t.EnterpriseRoles {
		parent := idm.ImportID(client, role.ExtID)
		c.object(enterpriseRole, "", parent, role.Name, "", role.Record)
		for _, member := range role.Members {
			c.object(memberKind, parent, idm.ImportID(client, role.ExtID, member.ExtID), member.ExtID, role.ExtID, idm.Record{})
		}
	}
	for _, policy := range t.Policies {
		c.object(policyKind, "", idm.ImportID(client, policy.ExtID), policy.Name, "", policy.Record)
	}
	for _, terms := range t.Terms {
		c.object(termsKind, "", idm.ImportID(terms.ExtID), terms.Name, "", terms.Record)
	}
}

// lists reports whether the objects of a kind are listed.
func (c *census) lists(kind string) bool {
	return slices.Contains(always, kind) || len(c.held.ids[kind]) > 0 || len(c.held.whole[kind]) > 0
}

func (c *census) unit(client string, unit idm.Unit) {
	c.object(unitKind, "", idm.ImportID(client, unit.ExtID), unit.Name, unit.ParentUnitExtID, unit.Record)
}

func (c *census) object(kind, parent, id, name, within string, record idm.Record) {
	if c.held.whole[kind][parent] {
		c.held.ids[kind][id] = true
	}
	if !c.held.ids[kind][id] && !c.seen[kind][id] && c.lists(kind) {
		c.unmanaged.Objects = append(c.unmanaged.Objects,
			Foreign{Kind: kind, ID: id, Name: name, Within: within, LastModified: record.LastModified})
	}
	c.seen[kind][id] = true
}

func (c *census) summarize() {
	order := func(kind string) int { return slices.Index(kinds, kind) }
	slices.SortFunc(c.unmanaged.Objects, func(a, b Foreign) int {
		if a.Kind != b.Kind {
			return order(a.Kind) - order(b.Kind)
		}
		return strings.Compare(a.ID, b.ID)
	})
	for _, kind := range kinds {
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
