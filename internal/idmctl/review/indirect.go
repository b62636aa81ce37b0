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
func (x *analysis) located(e *entry, r IndirectChange) IndirectChange {
	r.Address, r.Service, r.Client = e.Address, e.Service, clientLabel(e.values())
	r.scope = scope{services: x.serviceNames(e.Service),
		clients: x.names.aliases(access.NewID(e.Service, "", access.Client, clientOf(e.values())))}
	if clientless(e.kind.self) {
		r.scope.clients = []Named{{}}
	}
	return r
}

// indirectly adds the affected people to a change, and returns it with its finding.
func (x *analysis) indirectly(e *entry, r IndirectChange, affected holdings) outcome {
	side := x.had
	if r.Effect != Loss {
		side = x.has
	}
	r = x.located(e, r)
	r.People, r.Complete = x.people(affected(side)), r.complete
	if len(r.People) > 0 || !r.Complete {
		r.Rules = append(r.Rules, map[Effect]string{Gain: rule.GainRole, Loss: rule.LossRole, Altered: rule.CosmeticRegrant}[r.Effect])
	}
	r.Rules = unique(r.Rules)
	r.Text = r.what + ": " + r.whom(x.incomplete(e))
	if !r.Complete {
		r.scope.users, r.scope.profiles, r.scope.units = []Named{{}}, []Named{{}}, []Named{{}}
	}
	found := outcome{indirect: []IndirectChange{r}}
	if len(r.Rules) > 0 {
		found.add(x.finding(e, r.Text, r.Rules...))
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
func (x *analysis) incomplete(e *entry) string {
	if x.withholds(e) {
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
func (x *analysis) removals() outcome {
	var found outcome
	for _, e := range x.entries {
		if !e.removes() || e.Before == nil || !x.held.readsObject(e) {
			continue
		}
		r := IndirectChange{Effect: Loss, Object: x.names.of(e, e.kind.self, e.Before, e.Before[e.kind.id]), Rules: []string{}}
		r.what = e.kind.noun + " " + r.Object.Label() + " is " + verbs[e.Action]
		switch e.Type {
		case typeRole:
			found.add(x.removedRole(e, r))
		case typeEnterpriseRole:
			found.add(x.removedEnterpriseRole(e, r))
		case typeApplicationItself:
			found.add(x.removedApplication(e, r))
		case typeClient:
			client := clientOf(e.Before)
			if client == "" {
				client, _ = e.Before.Known("ext_id")
			}
			r.grants, r.complete = []Grant{{Kind: anyGrant}}, x.complete(e.Service, client)
			found.add(x.indirectly(e, r, within(func(h access.Holding) bool { return h.Grant.Client == client })))
		}
	}
	return found
}

func (x *analysis) removedRole(e *entry, r IndirectChange) outcome {
	role := x.ownID(e)
	r.grants, r.complete = []Grant{x.describe(role, false)}, !undetermined(e.Before["ext_id"]) && x.complete(e.Service, "")
	return x.indirectly(e, r, holding(role))
}

func (x *analysis) removedEnterpriseRole(e *entry, r IndirectChange) outcome {
	role := x.ownID(e)
	r.grants, r.complete = []Grant{x.describe(role, false)}, !undetermined(e.Before["ext_id"]) && x.holdersKnown(role)
	return x.indirectly(e, r, holding(role))
}

func (x *analysis) removedApplication(e *entry, r IndirectChange) outcome {
	application := x.ownID(e)
	r.grants = []Grant{x.grantIn(application)}
	r.complete = !undetermined(e.Before["ext_id"]) && x.rolesKnown(application) && x.complete(e.Service, "")
	return x.indirectly(e, r, ofApplication(application, ""))
}

// ownID returns the identity of an object before the apply.
func (x *analysis) ownID(e *entry) access.ID { return x.identity(e, e.kind.facts, e.Before) }

// grantIn returns any role of an application.
func (x *analysis) grantIn(application access.ID) Grant {
	return Grant{Kind: Role, roles: []Named{{}}, Application: new(x.names.at(application)), applications: x.names.aliases(application)}
}

// logins finds changed logins. A person who knows the secret of a credential, or receives a new
// one, has all access of its user.
func (x *analysis) logins() outcome {
	var found outcome
	effects := map[plan.Action]Effect{plan.Create: Gain, plan.Delete: Loss}
	for _, e := range x.entries {
		if !x.changesLogin(e) {
			continue
		}
		values, name := e.values(), "user_ext_id"
		if e.Type == typeUser {
			name = "ext_id"
		}
		user, at := x.names.of(e, User, values, values[name]), e.refers(values, name, access.User)
		// A rotated secret may be given to another person.
		r := x.located(e, IndirectChange{Effect: cmp.Or(effects[e.Action], Altered), Uncertain: effects[e.Action] == "", Object: user,
			People: []Named{user}, Complete: true, Rules: []string{}})
		r.Text = "the login of " + user.person() + " changes: " + login(e) + " is " + verbs[e.Action] + "; a person who can use it has " +
			"all access of " + user.person()
		r.grants = x.allOf(at)
		r.scope.users, r.scope.profiles, r.scope.units = x.names.aliases(at), []Named{{}}, []Named{{}}
		found.indirect = append(found.indirect, r)
	}
	return found
}

// login describes the credential of a login.
func login(e *entry) string { return e.kind.noun + " " + e.Address }

// changesLogin reports whether an object is a changed credential, or a user with a changed login.
func (x *analysis) changesLogin(e *entry) bool {
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
		return slices.Contains(e.kind.attributes[name].of(e.Before[name], e.After[name], x.now), rule.Login)
	})
}

// allOf returns all grants of a user, plus an unspecified grant if they are not all known.
func (x *analysis) allOf(user access.ID) []Grant {
	known := x.fresh(user) || x.before.Get(user).Presence == access.Present && !x.lacks(user, access.User, access.Profile)
	for _, profile := range x.before.Owned(user, access.Profile) {
		known = known && !x.lacks(profile.ID, access.Grant, access.EnterpriseGrant)
	}
	var found []Grant
	for i, side := range []*access.View{x.had, x.has} {
		for h := range side.Of(user) {
			if _, indirect := h.Through(); indirect || h.Grant.Any() {
				continue
			}
			grant := x.describePath(h, i > 0)
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
func (x *analysis) renames() outcome {
	var found outcome
	for _, e := range x.entries {
		kind := e.kind.self
		if e.Action != plan.Update || kind != App && kind != Role && kind != EnterpriseRole ||
			constantValue(e.Before["name"], e.After["name"]) {
			continue
		}
		named := x.names.self(e)
		aliases := x.names.aliases(x.ownID(e))
		if undetermined(e.Before["name"]) || undetermined(e.After["name"]) {
			aliases = append(aliases, Named{})
		}
		r := x.located(e, IndirectChange{Effect: Altered, Object: named, People: []Named{}, Complete: true,
			Rules:   e.kind.attributes["name"].rules,
			renamed: kind})
		r.Text = e.kind.noun + " " + shown(e.Before["name"]) + " is renamed to " + shown(e.After["name"]) +
			": a policy must refer to it by the new name from then on"
		r.grants = []Grant{{Kind: kind, roles: aliases, applications: aliases}}
		found.indirect = append(found.indirect, r)
	}
	return found
}
