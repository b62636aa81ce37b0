package review

import (
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// offline is the reason why the review does not decide a change if it has no facts.
const offline = "the service was not read"

// unread lists the changes that the facts do not decide, such as all changes in a client that was
// not read. It claims nothing about the people who gain or lose access.
func (x *analysis) unread() outcome {
	rules := map[*entry][]string{}
	for _, c := range x.changes {
		if !x.decided(c) {
			rules[c.entry] = append(rules[c.entry], c.worst(x.now)...)
		}
	}
	var found outcome
	for _, e := range x.entries {
		if len(rules[e]) == 0 {
			continue
		}
		f := Finding{Rules: rules[e]}
		if e.Action == plan.Replace {
			rules[e] = append(rules[e], rule.ReplaceInterrupted)
		}
		one := x.finding(e, x.label(e)+" is "+verbs[e.Action]+", and "+f.effect()+": "+x.undecided(e), rules[e]...)
		one.alters = e.Action == plan.Update
		if f.takes() && !x.held.readsObject(e) && e.Type != typeUser && e.Type != typeProfile && !e.kind.facts.ownID() {
			one.hides = []string{rule.LossMany}
		}
		if e.kind.facts.ownID() {
			of := x.scope(e.profile(e.values()))
			if !x.held.readsObject(e) {
				of = scope{}.anyone()
			}
			of.narrow = !has(rules[e], rule.GainGlobal)
			one.scope = &of
		}
		found.add(one)
	}
	return found
}

// decided reports whether the facts and the plan show what a change does, and to whom.
func (x *analysis) decided(c plannedChange) bool {
	shown := func(fact access.Facts, value access.Value[string]) bool {
		return !value.IsAny() || c.Action == access.Delete || c.Action == access.Update && c.Sets&fact == 0
	}
	return x.held.decides(c) && (container(c.Object.Kind) ||
		shown(access.OwnerFact, c.Object.Owner) && shown(access.TargetFact, c.Object.Target))
}

// undecided returns the reason why the facts do not decide the change of an object.
func (x *analysis) undecided(e *entry) string {
	shown := slices.ContainsFunc(x.plan.Services, func(s plan.Service) bool { return s.ID == e.Service && s.Known })
	switch {
	case undetermined(e.values()["client_ext_id"]):
		return "the plan does not show the client"
	case len(x.plan.Services) > 0 && !shown:
		return "the plan does not show the address of the service"
	case x.held.readsObject(e) && e.kind.facts.gives() != "":
		return "what is granted, or to whom, is sensitive or known only after the apply"
	case x.withholds(e):
		return "the service does not show all of the client to this caller"
	case len(x.held.read) > 0:
		return "the facts of the review do not contain the client"
	}
	return offline
}

// withholds reports whether the service was asked for the access in a client, and did not show all.
func (x *analysis) withholds(e *entry) bool {
	client := clientOf(e.values())
	return client != "" && x.held.readsObject(e) && !x.complete(access.NewID(e.Service, "", access.Client, client))
}

// worst returns the rules that a change breaks in the worst case.
func (c plannedChange) worst(now time.Time) []string {
	gives, takes := c.mayGive(now), c.mayTake()
	var rules []string
	switch kind := c.entry.kind.facts.gives(); {
	case !gives && !takes:
		return nil
	case kind != "" && c.Action != access.Delete && (c.hides() || c.Action == access.Update):
		rules = givingRules(kind)
		gives, takes = true, true
	default:
		rules = shownRules[kind][gives]
	}
	if gives {
		rules = append(slices.Clip(rules), rule.GainRole, rule.IncompleteUnproven)
	}
	if takes {
		rules = append(slices.Clip(rules), rule.LossRole)
	}
	return slices.DeleteFunc(slices.Clone(rules), func(name string) bool { return name == rule.GainGlobal && !c.Object.Rooms.MayOpen() })
}

// shownRules are the rules for an object that is added (true) or removed, by what it gives.
var shownRules = map[Kind]map[bool][]string{
	MemberRole:     {true: {rule.RoleMembers}, false: {rule.RoleMembers}},
	App:            {true: {rule.ApplicationAssign}, false: {rule.ApplicationUnassign}},
	EnterpriseRole: {true: {rule.GainEnterpriseRole}}, Role: {true: {rule.GainGlobal}},
}

// hides reports whether the plan does not show what a change is about.
func (c plannedChange) hides() bool {
	o := c.Object
	return o.Owner.IsAny() || o.Target.IsAny() || o.Client == "" && !o.Kind.Global()
}

// mayGive reports whether a change gives something, assuming that the service does not hold it yet.
func (c plannedChange) mayGive(now time.Time) bool {
	o := c.Object
	over := func() bool {
		to, known := o.To.Known()
		return known && to != 0 && to <= access.At(now)
	}
	switch {
	case c.Action == access.Delete:
		return false
	case c.Action == access.Create && !container(o.Kind):
		return !over()
	case c.Sets&access.StateFact != 0 && o.State.May(access.Active), c.Sets&(access.OwnerFact|access.TargetFact) != 0,
		c.Sets&(access.FromFact|access.ToFact) != 0 && !over():
		return true
	}
	return c.setsRoom(o.Rooms.May)
}

// mayTake reports whether a change takes something, assuming that the service holds it.
func (c plannedChange) mayTake() bool {
	o := c.Object
	return c.Action == access.Delete || c.Action == access.Update && (c.Sets&access.StateFact != 0 && !o.State.Must(access.Active) ||
		c.Sets&(access.OwnerFact|access.TargetFact|access.FromFact|access.ToFact) != 0 ||
		c.setsRoom(func(room access.Room) bool { return !o.Rooms.Must(room) }))
}

// setsRoom reports whether a change sets a data room of which something holds.
func (c plannedChange) setsRoom(holds func(access.Room) bool) bool {
	for room := access.ClientRoom; room <= access.EnterpriseRoleRoom; room++ {
		if c.Sets&access.RoomFact(room) != 0 && holds(room) {
			return true
		}
	}
	return false
}
