package review

import (
	"slices"
	"sync"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// holdings are who has what before or after the apply, as the facts and the plan show it, effective
// or not. What may be in a list that was not read is left out.
type holdings struct {
	tenant *access.Tenant
	all    []access.Holding
	// by are the holdings of a role or an enterprise role, of those of a user.
	by, of map[access.ID][]access.Holding
}

// holdingsOf derives the holdings of a tenant when they are first needed.
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

// claimed are the facts before and after the apply if all that the plan creates in clients that
// were not read is new.
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

// ofApplication are the holdings of the roles of an application.
func (h holdings) ofApplication(application access.ID) []access.Holding {
	var found []access.Holding
	for _, role := range h.tenant.Owned(application, access.Role) {
		if role.Owner.Must(application.ExtID) {
			found = append(found, h.by[role.ID]...)
		}
	}
	return found
}

// heldOf are the holdings of a role or an enterprise role.
func heldOf(what access.ID) func(holdings) []access.Holding {
	return func(h holdings) []access.Holding { return h.by[what] }
}

// in are those of some holdings that are in a client.
func in(service string, client id, all []access.Holding) []access.Holding {
	return slices.DeleteFunc(slices.Clone(all), func(h access.Holding) bool {
		return h.Grant.Service != service || h.Grant.Client != clientText(client)
	})
}

// clientText is a client as the facts have it: one that is not known has no external ID.
func clientText(client id) string {
	if client.unknown {
		return ""
	}
	return client.text
}

// fact is the identity of an object in the facts.
func (k objectKey) fact(kind access.Kind) access.ID {
	extID := k.id.text
	if k.id.unknown {
		extID = access.PendingID(extID)
	}
	return access.NewID(k.service, clientText(k.client), kind, extID)
}

// people are those who have something, each once.
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
			found = append(found, c.stranger(profile))
		}
	}
	slices.SortStableFunc(found, func(a, b Named) int { return byName(a.Label(), b.Label()) })
	return found
}

// profileOf is the profile of a holding, or what the plan has instead of one that is not known.
func (c *comparison) profileOf(h access.Holding) objectKey { return c.sourceOf(h, true).key.holder }

// next are the grants that go with an object that is replaced, and that only the next plan makes
// again, since it declares them.
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
			if slices.ContainsFunc(held, c.goesAlong) {
				found.next = append(found.next, Subject{Text: c.names.of(e, kind, e.After, each.target).Label(), Address: e.Address})
			}
		}
	}
	return found
}

// goesAlong reports whether an object goes with another one, and comes back with that in the next
// plan.
func (c *comparison) goesAlong(o *access.Object) bool {
	return o.Presence != access.Absent && c.after.Get(o.ID).Presence == access.Absent && c.comesBack(o)
}

// comesBack reports whether all that an object refers to exists after the apply, or is declared so
// that the next plan makes it again.
func (c *comparison) comesBack(o *access.Object) bool {
	return !slices.ContainsFunc(o.Refs(), func(id access.ID) bool {
		return c.after.Get(id).Presence == access.Absent && (!declared(c.managed[id]) || !c.comesBack(c.held.Get(id)))
	})
}

// declared reports whether an object stays declared.
func declared(e *entry) bool {
	return e != nil && e.After != nil && !e.makes() && !e.removes() && e.Action != plan.Forget
}
