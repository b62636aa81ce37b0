package review

import (
	"cmp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// IndirectChange is a change that affects all holders of something: a role is added to an
// enterprise role, an application is removed from a client, or a user gets a password.
type IndirectChange struct {
	Effect    Effect `json:"effect"`
	Uncertain bool   `json:"uncertain"`
	Text      string `json:"text"`
	// Object is the added or removed object, and Into the enterprise role that a role is added to
	// or removed from.
	Object Named  `json:"object"`
	Into   *Named `json:"enterprise_role,omitempty"`
	// People are the known affected users. Complete reports that they are all.
	People   []Named  `json:"people"`
	Complete bool     `json:"complete"`
	Rules    []string `json:"rules"`
	Address  string   `json:"address"`
	Service  string   `json:"service"`
	Client   string   `json:"client_ext_id"`

	what     string
	complete bool
	// grants are compared with a policy. scope lists the affected objects.
	grants []Grant
	scope  scope
	// renamed is the kind of an object that is only renamed; "" for other changes.
	renamed Kind
}

// located adds the address and the scope of an object to a change.
func (c *comparison) located(e *entry, r IndirectChange) IndirectChange {
	client := clientOf(e.values(), e.Address)
	r.Address, r.Service, r.Client = e.Address, e.Service, client.label()
	r.scope = scope{services: c.serviceNames(e.Service), clients: c.clientNames(e.Service, client)}
	if clientless(e.kind.self) {
		r.scope.clients = []Named{{}}
	}
	return r
}

// indirectly adds the affected people to a change, and returns it with its finding.
func (c *comparison) indirectly(e *entry, r IndirectChange, affected func(holdings) []access.Holding) outcome {
	side := c.had
	if r.Effect != Loss {
		side = c.has
	}
	r = c.located(e, r)
	r.People, r.Complete = c.people(affected(side())), r.complete
	if len(r.People) > 0 || !r.Complete {
		r.Rules = append(r.Rules, map[Effect]string{Gain: rule.GainRole, Loss: rule.LossRole, Altered: rule.CosmeticRegrant}[r.Effect])
	}
	r.Rules = unique(r.Rules)
	r.Text = r.what + ": " + r.whom(c.incomplete(e))
	if !r.Complete {
		r.scope.users, r.scope.profiles, r.scope.units = []Named{{}}, []Named{{}}, []Named{{}}
	}
	found := outcome{indirect: []IndirectChange{r}}
	if len(r.Rules) > 0 {
		found.add(c.finding(e, r.Text, r.Rules...))
		found.findings[0].indirect = true
	}
	return found
}

// whom describes the number and the names of the affected people. why is the reason why others may
// be affected, too.
func (r IndirectChange) whom(why string) string {
	verb := map[Effect]string{Gain: "gain", Loss: "lose", Altered: "are affected by"}[r.Effect]
	n := len(r.People)
	people := report.CountOf(n, "person "+verb+"s it", "people "+verb+" it")
	if r.Uncertain {
		people = report.CountOf(n, "person may "+verb+" it", "people may "+verb+" it")
	}
	switch {
	case n == 0 && r.Complete:
		return "no user has it"
	case n == 0:
		return "each user who has it " + verb + "s it; " + why
	case r.Complete:
		return people + ": " + labels(r.People)
	}
	return "at least " + people + ": " + labels(r.People) + "; " + why
}

// incomplete returns the reason why the facts do not show all people whom the change of an object
// affects.
func (c *comparison) incomplete(e *entry) string {
	if c.names.withholds(e.Service, clientOf(e.values(), e.Address)) {
		return "the service does not show all of the client to this caller"
	}
	return "not all clients were read"
}

// labels lists the names and external IDs of people.
func labels(people []Named) string {
	var names []string
	for _, person := range people {
		names = append(names, person.person())
	}
	return strings.Join(names, ", ")
}

// removals finds the users who lose access because a role, an enterprise role, an application or a
// client is removed.
func (c *comparison) removals() outcome {
	var found outcome
	for _, e := range c.entries {
		if !e.removes() || e.Before == nil || !c.held.readsObject(e) {
			continue
		}
		r := IndirectChange{Effect: Loss, Object: c.names.of(e, e.kind.self, e.Before, e.Before[e.kind.id]), Rules: []string{}}
		r.what = e.kind.noun + " " + r.Object.Label() + " is " + verbs[e.Action]
		switch e.Type {
		case typeRole:
			found.add(c.removedRole(e, r))
		case typeEnterpriseRole:
			found.add(c.removedEnterpriseRole(e, r))
		case typeApplicationItself:
			found.add(c.removedApplication(e, r))
		case typeClient:
			client := e.key(e.Before)
			r.grants, r.complete = []Grant{{Kind: anyGrant}}, c.allProfilesKnown(client.service, client.id)
			found.add(c.indirectly(e, r, func(h holdings) []access.Holding { return in(client.service, client.id, h.all) }))
		}
	}
	return found
}

func (c *comparison) removedRole(e *entry, r IndirectChange) outcome {
	key := e.key(e.Before)
	r.grants = []Grant{c.describe(holdingKey{objectKey{service: key.service}, Role, key.id}, e.Before["ext_id"], false)}
	r.complete = !key.id.unknown && c.everywhereKnown(key.service)
	return c.indirectly(e, r, heldOf(key.fact(access.Role)))
}

func (c *comparison) removedEnterpriseRole(e *entry, r IndirectChange) outcome {
	key := e.key(e.Before)
	r.grants = []Grant{c.describe(holdingKey{key, EnterpriseRole, key.id}, e.Before["ext_id"], false)}
	r.complete = c.holdersKnown(key)
	return c.indirectly(e, r, heldOf(key.fact(access.EnterpriseRole)))
}

func (c *comparison) removedApplication(e *entry, r IndirectChange) outcome {
	key := e.key(e.Before)
	r.grants, r.complete = []Grant{c.grantIn(key, id{})}, c.rolesKnown(key) && !key.id.unknown && c.everywhereKnown(key.service)
	return c.indirectly(e, r, func(h holdings) []access.Holding { return h.ofApplication(key.fact(access.Application)) })
}

// rolesKnown reports whether all roles of an application are known.
func (c *comparison) rolesKnown(application objectKey) bool {
	return c.names.knowsRoles(application) || c.fresh(c.apps[application])
}

// everywhereKnown reports whether the access of all users in all clients is known.
func (c *comparison) everywhereKnown(service string) bool {
	clients, known := c.names.clientsOf(service)
	for _, client := range clients {
		known = c.names.knowsAllProfiles(service, id{text: client}) && known
	}
	return known
}

// grantIn returns any role of an application.
func (c *comparison) grantIn(application objectKey, client id) Grant {
	named := c.names.named(App, application.service, client, application.id.value())
	return Grant{Kind: Role, roles: []Named{{}}, Application: &named,
		applications: c.names.aliases(App, application.service, client, named)}
}

// logins finds changed logins. A person who knows the secret of a credential, or receives a new
// one, has all access of its user.
func (c *comparison) logins() outcome {
	var found outcome
	effects := map[plan.Action]Effect{plan.Create: Gain, plan.Delete: Loss}
	for _, e := range c.entries {
		if !c.changesLogin(e) {
			continue
		}
		values, name := e.values(), "user_ext_id"
		if e.Type == typeUser {
			name = "ext_id"
		}
		user, client := c.names.of(e, User, values, values[name]), clientOf(values, e.Address)
		// A rotated secret may be given to another person.
		r := c.located(e, IndirectChange{Effect: cmp.Or(effects[e.Action], Altered), Uncertain: effects[e.Action] == "", Object: user,
			People: []Named{user}, Complete: true, Rules: []string{}})
		r.Text = "the login of " + user.person() + " changes: " + login(e) + " is " + verbs[e.Action] + "; a person who can use it has " +
			"all access of " + user.person()
		r.grants = c.allOf(e.refers(values, name))
		r.scope.users, r.scope.profiles, r.scope.units = c.names.aliases(User, e.Service, client, user), []Named{{}}, []Named{{}}
		found.indirect = append(found.indirect, r)
	}
	return found
}

// login describes the credential of a login.
func login(e *entry) string { return e.kind.noun + " " + e.Address }

// changesLogin reports whether an object is a changed credential, or a user with a changed login.
func (c *comparison) changesLogin(e *entry) bool {
	if !e.Action.Changes() || e.values() == nil {
		return false
	}
	if slices.Contains(e.kind.created, rule.Credential) {
		return true
	}
	return e.Type == typeUser && e.Action == plan.Update && slices.ContainsFunc(e.differences, func(d plan.Difference) bool {
		if len(d.Path) == 0 {
			return false
		}
		name := d.Path[0]
		return slices.Contains(e.kind.attributes[name].of(e.Before[name], e.After[name], c.now), rule.Login)
	})
}

// allOf returns all grants of a user, plus an unspecified grant if they are not all known.
func (c *comparison) allOf(user objectKey) []Grant {
	known := c.fresh(c.users[user])
	if !known {
		var profiles []string
		profiles, known = c.names.profilesOf(user)
		for _, profile := range profiles {
			known = c.names.knowsGrants(objectKey{user.service, user.client, id{text: profile}}) && known
		}
	}
	var found []Grant
	for i, side := range []holdings{c.had(), c.has()} {
		unknown := side.of[objectKey{user.service, user.client, id{}}.fact(access.User)]
		for _, h := range slices.Concat(side.of[user.fact(access.User)], unknown) {
			_, indirect := h.Through()
			if indirect {
				continue
			}
			grant := c.describePath(h, i > 0)
			grant.open(openRooms(h.Grant))
			found = append(found, grant)
		}
	}
	if !known {
		found = append(found, Grant{Kind: anyGrant})
	}
	return found
}

// renames finds renamed objects, because a policy may refer to the old name.
func (c *comparison) renames() outcome {
	var found outcome
	for _, e := range c.entries {
		kind := e.kind.self
		if e.Action != plan.Update || kind != App && kind != Role && kind != EnterpriseRole ||
			constantValue(e.Before["name"], e.After["name"]) {
			continue
		}
		named := c.names.self(e)
		aliases := c.names.aliases(kind, e.Service, clientOf(e.values(), e.Address), named)
		if undetermined(e.Before["name"]) || undetermined(e.After["name"]) {
			aliases = append(aliases, Named{})
		}
		r := c.located(e, IndirectChange{Effect: Altered, Object: named, People: []Named{}, Complete: true,
			Rules:   e.kind.attributes["name"].rules,
			renamed: kind})
		r.Text = e.kind.noun + " " + shown(e.Before["name"]) + " is renamed to " + shown(e.After["name"]) +
			": a policy must refer to it by the new name from then on"
		r.grants = []Grant{{Kind: kind, roles: aliases, applications: aliases}}
		found.indirect = append(found.indirect, r)
	}
	return found
}
