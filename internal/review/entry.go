package review

import (
	"maps"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// entry is one object of the plan with all that differs in it.
type entry struct {
	plan.Change
	kind        kind
	differences []plan.Difference
	// refused is why the service refuses the change, "" where it does not.
	refused string
	// undeleted is why the service refuses to delete the object of before, "" where it does not.
	undeleted string
	// awaited are the rules of a change that gives something once a missing object exists.
	awaited []string
}

func newEntry(c plan.Change) *entry {
	e := &entry{Change: c, kind: kinds[c.Type]}
	if c.Action != plan.Forget {
		e.differences = c.Differences()
	}
	e.Before, e.After = withIDs(e.Before, plan.Masked{}), withIDs(e.After, plan.Unknown{})
	// An object that is sensitive or unknown as a whole is one whose every attribute is.
	if c.BeforeHidden != nil {
		e.Before = e.kind.hidden(c.BeforeHidden)
	}
	if c.AfterHidden != nil {
		e.After = e.kind.hidden(c.AfterHidden)
	}
	return e
}

// withIDs are values in which an external ID that is no text, as no CLI writes it, is not known.
func withIDs(values plan.Values, instead any) plan.Values {
	for name, value := range values {
		switch value.(type) {
		case nil, string, plan.Masked, plan.Unknown:
			continue
		}
		if strings.HasSuffix(name, "ext_id") {
			values = maps.Clone(values)
			values[name] = instead
		}
	}
	return values
}

// hidden are the values of an object of which nothing is known.
func (k kind) hidden(marker any) plan.Values {
	values := plan.Values{"client_ext_id": marker, "ext_id": marker}
	for name := range k.attributes {
		values[name] = marker
	}
	return values
}

// values are those after the apply, or those before it of what is removed.
func (e *entry) values() plan.Values {
	if e.After != nil {
		return e.After
	}
	return e.Before
}

// unchanged reports whether nothing happens to the object, in whatever way.
func (e *entry) unchanged() bool {
	return e.Action == plan.NoOp && !e.Imported && e.PreviousAddress == "" && len(e.differences) == 0
}

// former is the object of before; the same where none was.
func (e *entry) former() *entry {
	was := *e
	if was.Before != nil {
		was.After = nil
	}
	return &was
}

// removes and makes report whether the action ends the object in the service, or begins one.
func (e *entry) removes() bool { return e.Action == plan.Delete || e.Action == plan.Replace }

func (e *entry) makes() bool {
	return e.Action == plan.Create || e.Action == plan.Replace || e.Action == plan.ForgetCreate
}

// analysis is a plan as it was read, with what is known of its objects. Nothing in it changes once
// it is made.
type analysis struct {
	plan    *plan.Plan
	names   *Directory
	now     clock
	entries []*entry
	// held is what the services hold, and changes are those of these facts that the plan makes.
	held    facts
	changes []plannedChange
	// result is what they make of the facts.
	result access.Result
	// before and after are the facts before and after the whole apply, if all that the plan creates
	// in clients that were not read is new.
	before, after *access.Tenant
	// managed are the objects of the plan by the facts that they are about.
	managed map[access.ID]*entry
	// created are the objects that the plan creates, by address.
	created map[string]*entry
	// The managed objects of each type before and after.
	profiles, units, users, roles, enterpriseRoles, apps, clients map[objectKey]*subject
}

func newAnalysis(p *plan.Plan, names *Directory) *analysis {
	x := &analysis{plan: p, names: names, now: names.clock(p.Time), created: map[string]*entry{}}
	for _, c := range p.Changes {
		e := newEntry(c)
		x.entries = append(x.entries, e)
		if e.makes() {
			x.created[e.Address] = e
		}
	}
	x.localOrigins()
	x.held = x.factsBefore()
	x.changes = x.planned(x.held)
	x.result = access.Apply(x.held.Tenant, x.accessChanges())
	x.before, x.after = x.claimed()
	x.managed = x.managing()
	x.refuse()
	for _, e := range x.entries {
		e.Before, e.After = x.confirmed(e)
	}
	x.profiles, x.units, x.users = x.subjects(typeProfile), x.subjects(typeUnit), x.subjects(typeUser)
	x.roles, x.enterpriseRoles = x.subjects(typeRole), x.subjects(typeEnterpriseRole)
	x.apps, x.clients = x.subjects(typeApplicationItself), x.subjects(typeClient)
	return x
}
