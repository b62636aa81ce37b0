package review

import (
	"cmp"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// sharedChange is a change of what many users may hold: a role of an enterprise role, an
// application of a client, or a removed role, enterprise role, application or client.
type sharedChange struct {
	of        access.ID
	entry     *entry
	effect    Effect
	uncertain bool
	// text is a sentence about the change; "" for a removed object, which has one.
	text  string
	rules []string
	// given is what the users hold, for policies; nil if another change shows it.
	given *Grant
	// complete reports that all people are known whose access changes by it, so that each of them
	// has a finding.
	complete bool
}

// sharedChanges finds the changes of what many users may hold, by the object of the plan.
func (x *analysis) sharedChanges() map[*entry][]sharedChange {
	found, seen := map[*entry][]sharedChange{}, map[access.ID]bool{}
	for _, c := range x.changes {
		if seen[c.Object.ID] || !x.decided(c) {
			continue
		}
		if s := x.sharedChange(c); s.effect != "" {
			seen[s.of] = true
			found[c.entry] = append(found[c.entry], s)
		}
	}
	return found
}

func (x *analysis) sharedChange(c plannedChange) sharedChange {
	at := c.Object.ID
	s := sharedChange{of: at, entry: c.entry}
	if at.Kind == access.Member || at.Kind == access.Assignment {
		return x.sharedPart(s)
	}
	if c.Action != access.Delete {
		return s
	}
	switch at.Kind {
	case access.Role, access.EnterpriseRole:
		s.given = new(x.describe(at, false))
	case access.Application:
		s.given = x.grantIn(at)
	case access.Client:
		s.given = &Grant{Kind: anyGrant}
	default:
		return s
	}
	s.effect, s.complete = Loss, x.complete(at)
	return s
}

// sharedPart completes the change of a role of an enterprise role, or of an application of a
// client.
func (x *analysis) sharedPart(s sharedChange) sharedChange {
	o, other := x.after.Get(s.of), x.before.Get(s.of)
	s.uncertain = o.Presence == access.Unsure || other.Presence == access.Unsure
	effect := Gain
	if o.Presence == access.Absent {
		o, other, effect = other, o, Loss
	}
	target, known := o.Target.Known()
	if !known || other.Presence != access.Absent || o.Presence == access.Absent {
		return s
	}
	s.effect = effect
	client, gains := access.NewID(s.of.Service, "", access.Client, s.of.Client), effect == Gain
	if s.of.Kind == access.Assignment {
		what := access.NewID(s.of.Service, "", access.Application, target)
		s.rules = shownRules[App][gains]
		s.text = "application " + x.at(what).Label() + " " + added(gains, s.uncertain, "assigned to") + " client " + client.ExtID
		s.given, s.complete = x.grantIn(what), x.fresh(what) || x.complete(client)
		return s
	}
	owner, _ := o.Owner.Known()
	to, what := access.NewID(s.of.Service, s.of.Client, access.EnterpriseRole, owner), access.NewID(s.of.Service, "", access.Role, target)
	s.rules = []string{rule.RoleMembers}
	switch {
	case effect == Loss && x.end(to).Kind != 0:
		// Holders lose the enterprise role with all its roles.
		s.text = x.label(s.entry) + " is removed with the enterprise role"
		return s
	case effect == Loss && x.end(what).Kind != 0:
		// The removal of the role shows the affected people.
		s.effect = ""
		return s
	case s.uncertain:
		s.rules = givingRules(MemberRole)
	}
	member := x.memberOf(what)
	s.text = member.label() + " " + added(gains, s.uncertain, "added to") + " enterprise role " + x.at(to).Label()
	s.complete = x.complete(to)
	s.given = &Grant{Kind: EnterpriseRole, Role: x.at(to), Members: []Member{member}, membersKnown: true}
	return s
}

// withHolders adds what policies compare of the first shared change to its finding and, if not all
// affected people are known, the rule that the others may break.
func (x *analysis) withHolders(f Finding, shared []sharedChange) Finding {
	if len(shared) == 0 || shared[0].given == nil || shared[0].text != "" && shared[0].text != f.Text {
		return f
	}
	s := shared[0]
	f.indirect, f.compared = true, []GrantChange{{Effect: s.effect, Uncertain: s.uncertain, After: s.given, scope: x.located(s.entry)}}
	if s.complete {
		return f
	}
	f.compared[0].scope = f.compared[0].scope.anyone()
	f.Rules = unique(append(f.Rules, map[Effect]string{Gain: rule.GainRole, Loss: rule.LossRole}[s.effect]))
	why := "not all clients were read"
	if x.withholds(s.entry) {
		why = "the service does not show all of the client to this caller"
	}
	f.Text += ": each user who has it " + string(s.effect) + "s it; " + why
	return f
}

// anyone returns a scope whose people are not known.
func (s scope) anyone() scope {
	s.users, s.profiles, s.units = []Named{{}}, []Named{{}}, []Named{{}}
	return s
}

// located returns the service and the client of an object.
func (x *analysis) located(e *entry) scope {
	client := access.NewID(e.Service, "", access.Client, clientOf(e.values()))
	of := scope{service: x.serviceNames(e.Service), client: x.at(client)}
	if e.kind.self.Global() {
		of.client = Named{}
	}
	return of
}

// grantIn returns any role of an application.
func (x *analysis) grantIn(application access.ID) *Grant {
	return &Grant{Kind: Role, Application: new(x.at(application))}
}

// compared returns the changes of grants that policies compare with a changed object, and the rules
// of the findings that they belong to, with the reason.
func (x *analysis) compared(e *entry) (changes []GrantChange, why string, rules []string) {
	switch name := e.kind.attributes["name"]; {
	case e.Type == typeAuthorizationProperties:
		return []GrantChange{x.propertiesChange(e)}, "", []string{rule.Property}
	case x.changesLogin(e):
		return x.throughLogin(e), "; a person who can use it has all access of " + x.at(x.loginOf(e)).person(),
			[]string{rule.Credential, rule.Login}
	case e.Action == plan.Update && slices.Contains([]access.Kind{access.Application, access.Role, access.EnterpriseRole}, e.kind.self) &&
		!constantValue(e.Before["name"], e.After["name"]):
		return []GrantChange{x.renamed(e)}, "; a policy must refer to it by the new name from then on", name.rules
	}
	return nil, "", nil
}

// throughLogin returns the access that a person who can use a changed login has. A rotated secret
// may be given to another person.
func (x *analysis) throughLogin(e *entry) []GrantChange {
	user := x.loginOf(e)
	effect := cmp.Or(map[plan.Action]Effect{plan.Create: Gain, plan.Delete: Loss}[e.Action], Altered)
	of := x.located(e).anyone()
	of.users = []Named{x.at(user)}
	var found []GrantChange
	for _, grant := range x.allOf(user) {
		found = append(found, GrantChange{Effect: effect, Uncertain: effect == Altered, After: &grant, scope: of})
	}
	return found
}

// loginOf returns the user of a credential, or the user itself.
func (x *analysis) loginOf(e *entry) access.ID {
	if e.Type == typeUser {
		return e.refers(e.values(), "ext_id", access.User)
	}
	return e.refers(e.values(), "user_ext_id", access.User)
}

// renamed describes a renamed object: a policy may refer to the old name.
func (x *analysis) renamed(e *entry) GrantChange {
	of := x.at(e.identity(e.Before))
	of.unnamed = of.unnamed || undetermined(e.Before["name"]) || undetermined(e.After["name"])
	return GrantChange{Effect: Altered, After: &Grant{Kind: Kind(e.kind.self.String()), Role: of}, scope: x.located(e)}
}

// changesLogin reports whether an object is a changed credential, or a user with a changed login.
func (x *analysis) changesLogin(e *entry) bool {
	if !e.Action.Changes() || e.values() == nil {
		return false
	}
	if e.kind.credential() {
		return true
	}
	return e.Type == typeUser && e.Action == plan.Update && slices.ContainsFunc(e.differences, func(d plan.Difference) bool {
		return len(d.Path) > 0 && has(e.kind.attributes[d.Path[0]].rules, rule.Login)
	})
}

// allOf returns all grants of a user, plus an unspecified grant if they are not all known.
func (x *analysis) allOf(user access.ID) []Grant {
	known := x.fresh(user) || x.before.Get(user).Presence == access.Present && !x.lacks(user, access.User, access.Profile)
	for _, profile := range x.before.Owned(user, access.Profile) {
		known = known && !x.lacks(profile.ID, access.Grant, access.EnterpriseGrant)
	}
	var found []Grant
	for i, side := range []*access.View{x.before.View(), x.after.View()} {
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

// members returns the roles of an enterprise role before or after the apply, and whether the list
// is complete.
func (x *analysis) members(of access.ID, after bool) (found []Member, known bool) {
	t := x.before
	if after {
		t = x.after
	}
	known = x.fresh(of) || x.before.Get(of).Presence == access.Present && !x.lacks(of, access.EnterpriseRole, access.Member)
	for _, o := range t.Owned(of, access.Member) {
		switch role, single := o.Target.Known(); {
		case o.Presence == access.Absent || o.Any():
		case !single:
			known = false
		default:
			found = append(found, x.memberOf(access.NewID(of.Service, "", access.Role, role)))
		}
	}
	slices.SortFunc(found, func(a, b Member) int {
		return cmp.Or(cmp.Compare(a.Role.ExtID, b.Role.ExtID), cmp.Compare(a.Role.Address, b.Role.Address))
	})
	return found, known
}

// memberOf describes a role of an enterprise role.
func (x *analysis) memberOf(role access.ID) Member {
	grant := x.describe(role, true)
	return Member{grant.Role, grant.Application}
}

func (m Member) label() string {
	if m.Application != nil {
		return "role " + m.Role.Label() + " in " + m.Application.Label()
	}
	return "role " + m.Role.Label()
}
