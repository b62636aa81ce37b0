package review

import (
	"slices"
	"sync"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// holdings are the paths from users to roles before or after the apply, from the facts and the
// plan, effective or not. They omit possible contents of lists that were not read.
type holdings struct {
	tenant *access.Tenant
	all    []access.Holding
	// by maps roles and enterprise roles to their holdings, of maps users to theirs.
	by, of map[access.ID][]access.Holding
}

// holdingsOf returns a function that computes the holdings of a tenant on its first call.
func holdingsOf(t *access.Tenant) func() holdings {
	return sync.OnceValue(func() holdings {
		found := holdings{tenant: t, by: map[access.ID][]access.Holding{}, of: map[access.ID][]access.Holding{}}
		for h := range t.View().Holdings() {
			if h.Grant.Any() {
				continue
			}
			found.all = append(found.all, h)
			found.by[h.What()] = append(found.by[h.What()], h)
			found.of[h.User.ID] = append(found.of[h.User.ID], h)
		}
		return found
	})
}

// ofApplication returns the holdings of the roles of an application.
func (h holdings) ofApplication(application access.ID) []access.Holding {
	var found []access.Holding
	for _, role := range h.tenant.Owned(application, access.Role) {
		if role.Owner.Must(application.ExtID) {
			found = append(found, h.by[role.ID]...)
		}
	}
	return found
}

// heldOf returns a function that returns the holdings of a role or an enterprise role.
func heldOf(what access.ID) func(holdings) []access.Holding {
	return func(h holdings) []access.Holding { return h.by[what] }
}

// in returns the holdings of a client.
func in(service string, client id, all []access.Holding) []access.Holding {
	return slices.DeleteFunc(slices.Clone(all), func(h access.Holding) bool {
		return h.Grant.Service != service || h.Grant.Client != clientText(client)
	})
}

// clientText returns a client in the form of the facts, where an unknown client has no external ID.
func clientText(client id) string {
	if client.unknown {
		return ""
	}
	return client.text
}

// fact returns the ID of an object in the facts.
func (k objectKey) fact(kind access.Kind) access.ID {
	extID := k.id.text
	if k.id.unknown {
		extID = access.PendingID(extID)
	}
	return access.NewID(k.service, clientText(k.client), kind, extID)
}

// people returns the people of the holdings, each once.
func (c *comparison) people(all []access.Holding) []Named {
	found := []Named{}
	seen := map[access.ID]bool{}
	for _, h := range all {
		service, client := h.Grant.Service, id{text: h.Grant.Client}
		of, kind := h.User.ID, User
		if of.Any() {
			of, kind = h.Profile.ID, Profile
		}
		if !seen[of] {
			seen[of] = true
			found = append(found, c.names.named(kind, service, client, idText(of).value()))
		}
	}
	slices.SortStableFunc(found, func(a, b Named) int { return byName(a.Label(), b.Label()) })
	return found
}

// next finds the grants that are deleted with a replaced object, and that the next plan creates
// again because they are declared.
func (c *comparison) next() outcome {
	var found outcome
	for _, e := range c.entries {
		shape := e.kind.facts
		if shape.gives() == "" || shape.kind == access.Assignment || !declared(e) {
			continue
		}
		kind := shape.gives()
		if kind == MemberRole {
			kind = Role
		}
		for _, each := range c.elements(e, e.After) {
			o := c.fact(e, e.After, each)
			held := []*access.Object{c.held.Get(o.ID)}
			if shape.all != "" {
				held = c.held.given(o)
			}
			if slices.ContainsFunc(held, c.recreatedLater) {
				found.next = append(found.next, Subject{Text: c.names.of(e, kind, e.After, each.target).Label(), Address: e.Address})
			}
		}
	}
	return found
}
