package review

import (
	"slices"
	"sync"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
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

// claimed returns the facts before and after the apply, assuming that everything created in clients
// that were not read is new.
func (x *analysis) claimed() (before, after *access.Tenant) {
	var created []access.Object
	for _, c := range x.changes {
		if id := c.Object.ID; c.Action == access.Create && !x.held.read[clientRef{id.Service, id.Client}] && !x.held.added[id] {
			created = append(created, access.Object{ID: id, Presence: access.Absent})
		}
	}
	if len(created) == 0 {
		return x.held.Tenant, x.result.Expected
	}
	before = x.held.With(created)
	return before, access.Apply(before, x.accessChanges()).Expected
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
func (c *comparison) people(all []access.Holding, after bool) []Named {
	found := []Named{}
	seen := map[personKey]bool{}
	for _, h := range all {
		profile := c.profileOf(h)
		person := c.holder(profile, after)
		user := idText(h.User.ID)
		if !h.User.Any() {
			person = personKey{user: objectKey{profile.service, profile.client, user}}
		}
		if seen[person] {
			continue
		}
		seen[person] = true
		switch user := c.userNamed(profile, after); {
		case !h.User.Any():
			found = append(found, c.names.named(User, profile.service, profile.client, person.user.id.value()))
		case user != nil:
			found = append(found, *user)
		default:
			found = append(found, c.unmanagedProfile(profile))
		}
	}
	slices.SortStableFunc(found, func(a, b Named) int { return byName(a.Label(), b.Label()) })
	return found
}

// profileOf returns the profile of a holding, from the plan if the facts do not contain it.
func (c *comparison) profileOf(h access.Holding) objectKey { return c.sourceOf(h, true).key.holder }

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
		for _, each := range e.elements(e.After) {
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

// recreatedLater reports whether an object is deleted with another one, and the next plan can
// create it again.
func (c *comparison) recreatedLater(o *access.Object) bool {
	return o.Presence != access.Absent && c.after.Get(o.ID).Presence == access.Absent && c.recreatable(o)
}

// recreatable reports whether all objects that an object refers to exist after the apply, or are
// declared so that the next plan creates them again.
func (c *comparison) recreatable(o *access.Object) bool {
	return !slices.ContainsFunc(o.Refs(), func(id access.ID) bool {
		return c.after.Get(id).Presence == access.Absent && (!declared(c.managed[id]) || !c.recreatable(c.held.Get(id)))
	})
}

// declared reports whether an object remains declared.
func declared(e *entry) bool {
	return e != nil && e.After != nil && !e.makes() && !e.removes() && e.Action != plan.Forget
}
