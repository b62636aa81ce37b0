package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// named are the external IDs in an argument.
type named struct {
	argument string
	names    []string
	kinds    []access.Kind
}

func (i *Invariant) named() []named {
	roles := []access.Kind{access.Role, access.EnterpriseRole}
	units, users := []access.Kind{access.Unit}, []access.Kind{access.User}
	return []named{
		{"exclusive", i.Exclusive, roles}, {"role", []string{i.Role}, roles},
		{"enterprise_roles", i.EnterpriseRoles, []access.Kind{access.EnterpriseRole}},
		{"units", i.Units, units}, {"global_in_units", i.GlobalInUnits, units},
		{"required", i.Required, users}, {"keep", i.Keep, users},
	}
}

// known returns the external IDs of the states of a tenant, and an error for those that do not exist
// there, because a misspelled invariant would always hold. An ID is accepted if its kind was not read
// completely.
func (p *Policy) known(tenants ...*tenant.Facts) (directory, error) {
	d := directory{ids: map[access.Kind]map[string]bool{}, unread: map[access.Kind]bool{}, users: map[string][]string{}}
	for _, t := range tenants {
		if t != nil {
			d.add(t)
		}
	}
	slices.Sort(d.clients)
	d.clients = slices.Compact(d.clients)
	for _, i := range p.Invariants {
		for _, each := range i.named() {
			if err := d.exist(each); err != nil {
				return d, i.problem(each.argument, err)
			}
		}
	}
	for _, e := range p.Exceptions {
		if err := d.subject(e.Subject); err != nil {
			return d, e.problem("subject", err)
		}
	}
	return d, nil
}

// directory holds the external IDs of a tenant, and the kinds that were not read completely.
type directory struct {
	ids    map[access.Kind]map[string]bool
	unread map[access.Kind]bool
	// clients are all clients, and users the clients of users by external ID.
	clients []string
	users   map[string][]string
}

func (d *directory) add(t *tenant.Facts) {
	d.clients = append(d.clients, t.Clients...)
	for o := range t.Objects() {
		if d.ids[o.Kind] == nil {
			d.ids[o.Kind] = map[string]bool{}
		}
		d.ids[o.Kind][o.ExtID] = true
		if o.Kind == access.User && !slices.Contains(d.users[o.ExtID], o.Client) {
			d.users[o.ExtID] = append(d.users[o.ExtID], o.Client)
			d.clients = append(d.clients, o.Client)
		}
	}
	for _, gap := range t.Tenant.Gaps() {
		d.unread[gap.Kind] = true
	}
}

// has reports whether a client may have a user.
func (d directory) has(user, client string) bool {
	return len(d.users[user]) == 0 || slices.Contains(d.users[user], client)
}

// subject returns an error for a subject that is not exactly one user.
func (d directory) subject(name string) error {
	if parts, _ := objecttype.User.Key.Parse(name); len(parts) == 2 && slices.Contains(d.users[parts[1]], parts[0]) {
		return nil
	}
	if clients := d.users[name]; len(clients) > 1 {
		return fmt.Errorf("the clients %s have a user %q: write the one that is meant, such as %q", strings.Join(clients, " and "), name,
			objecttype.ImportID(clients[0], name))
	}
	return d.exist(named{"subject", []string{name}, []access.Kind{access.User}})
}

func (d directory) exist(n named) error {
	for _, name := range n.names {
		if err := d.exists(name, n.kinds); err != nil {
			return err
		}
	}
	return nil
}

func (d directory) exists(name string, kinds []access.Kind) error {
	var known, words []string
	for _, kind := range kinds {
		if name == "" || d.ids[kind][name] || d.unread[kind] {
			return nil
		}
		words = append(words, kind.String())
		for id := range d.ids[kind] {
			known = append(known, id)
		}
	}
	return unknown(name, strings.Join(words, " or "), known)
}

// unknown returns an error for an external ID that no object has, with the most similar known one.
func unknown(extID, kind string, known []string) error {
	slices.Sort(known)
	if offer := suggest.DidYouMean(extID, known); offer != "" {
		return fmt.Errorf("no %s has the external ID %q. %s", kind, extID, offer)
	}
	return fmt.Errorf("no %s has the external ID %q", kind, extID)
}
