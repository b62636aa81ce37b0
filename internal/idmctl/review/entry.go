package review

import (
	"cmp"
	"maps"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// entry is one object of the plan with all its differences.
type entry struct {
	plan.Change
	kind        kind
	differences []plan.Difference
	// refused reports that the service refuses the change, undeleted that it refuses to delete the
	// object, and awaited that the change gives something once a missing object exists.
	refused, undeleted, awaited bool
}

func newEntry(c plan.Change) *entry {
	e := &entry{Change: c, kind: typeKind(c.Type)}
	if c.Action != plan.Forget {
		e.differences = c.Differences()
	}
	e.Before, e.After = withIDs(e.Before, plan.Masked{}), withIDs(e.After, plan.Unknown{})
	// In an object that is sensitive or unknown as a whole, every attribute is.
	if c.BeforeHidden != nil {
		e.Before = e.kind.hidden(c.BeforeHidden)
	}
	if c.AfterHidden != nil {
		e.After = e.kind.hidden(c.AfterHidden)
	}
	return e
}

// withIDs replaces external IDs that are not strings. No CLI writes such a plan; the values count
// as unknown.
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

// hidden returns the values of an object of which nothing is known.
func (k kind) hidden(marker any) plan.Values {
	values := plan.Values{"client_ext_id": marker, "ext_id": marker}
	for name := range k.attributes {
		values[name] = marker
	}
	return values
}

// values returns the values after the apply; for a removed object, the values before it.
func (e *entry) values() plan.Values {
	if e.After != nil {
		return e.After
	}
	return e.Before
}

// unchanged reports whether the plan does not change the object in any way.
func (e *entry) unchanged() bool {
	return e.Action == plan.NoOp && !e.Imported && e.PreviousAddress == "" && len(e.differences) == 0
}

// former returns the object before the apply; the same object if it did not exist.
func (e *entry) former() *entry {
	was := *e
	if was.Before != nil {
		was.After = nil
	}
	return &was
}

// removes and makes report whether the action removes the object from the service, or creates one.
func (e *entry) removes() bool { return e.Action == plan.Delete || e.Action == plan.Replace }

func (e *entry) makes() bool {
	return e.Action == plan.Create || e.Action == plan.Replace || e.Action == plan.ForgetCreate
}

// analysis is a plan with everything that is known of its objects. It does not change after
// newAnalysis returns.
type analysis struct {
	plan    *plan.Plan
	names   *Directory
	now     time.Time
	entries []*entry
	// held are the facts of the services, and changes the planned changes of these facts.
	held    facts
	changes []plannedChange
	// joined are the paths that a change of access is about.
	joined access.Joined
	// result is the outcome of the changes.
	result access.Result
	// before and after are the facts before and after the whole apply.
	before, after *access.Tenant
	// differences are the computed comparisons of the facts with states after the plan.
	differences map[comparison]differences
	// refusals are the changes that the service refuses today.
	refusals []failure
	// failing are the changes that the plan is certain to fail at, or to undo.
	failing []failure
	// takenIDs are the profiles with the ID of one that the plan creates for another person.
	takenIDs map[access.ID]bool
	// managed maps facts to the objects of the plan.
	managed map[access.ID]*entry
	// created are the objects that the plan creates, by address.
	created map[string]*entry
	// deleted and made map facts to the objects that remove or create them.
	deleted, made map[access.ID]*entry
	// inside are the objects in each unit, computed on demand.
	inside map[access.ID][]*access.Object
}

func newAnalysis(p *plan.Plan, names *Directory) *analysis {
	x := &analysis{plan: p, names: names, now: cmp.Or(names.Now, parseTime(p.Time)), created: map[string]*entry{},
		takenIDs: map[access.ID]bool{}, differences: map[comparison]differences{}}
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
	x.before, x.after = x.held.Tenant, x.result.Expected
	x.managed = x.managing()
	x.refuse()
	for _, e := range x.entries {
		e.Before, e.After = x.confirmed(e)
	}
	x.deleted, x.made = x.changed(access.Delete), x.changed(access.Create)
	x.failing = x.failures()
	return x
}
