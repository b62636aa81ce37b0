// Package plan reads what Terraform or OpenTofu plans for the resources of this provider: from a
// saved plan, by asking the CLI for its JSON, or from that JSON. Values that are marked as
// sensitive are masked while they are read, so that nothing that uses this package can show them.
package plan

import (
	"cmp"
	"errors"
	"path"
	"slices"

	tfjson "github.com/hashicorp/terraform-json"
)

// Plan is what a plan says about the resources of this provider, and what else it would do.
type Plan struct {
	// File is what the plan was read from, and CLIVersion the version of Terraform or OpenTofu that
	// made it.
	File, CLIVersion string
	// FormatVersion is that of the JSON.
	FormatVersion string
	// Time is when the plan was made, in RFC 3339; "" when an older CLI did not record it.
	Time string
	// Digest is the SHA-256 of the file that was read, in hexadecimal.
	Digest string
	// Errored reports that planning ended with an error, so that the plan lacks something.
	Errored bool
	// LeftOut are the reasons why the plan leaves something out; without any, it is complete.
	LeftOut []LeftOut
	// RefreshOnly reports that the plan shows nothing of the configuration, although the state
	// holds objects.
	RefreshOnly bool
	// Services are the provider configurations of this provider, by ID.
	Services []Service
	// Changes are all managed objects of this provider, also those that nothing happens to, by
	// address.
	Changes []Change
	// Drift is what was changed outside Terraform since the last apply: Before is the state of
	// then, After what was found.
	Drift []Change
	// Deferred are changes that this plan leaves to a later one, with the Reason.
	Deferred []Change
	// Undecided are the conditions of resources and outputs that are known only during the apply:
	// one that fails stops it.
	Undecided []string
	// Others is everything else that the plan does, or holds and this package does not understand.
	Others []Other
	// Data are the objects that data sources of this provider have read, by address.
	Data []DataObject
	// Providers are the sources of all providers, with their hosts, also of those that only have
	// functions. Unlisted are the parts of the apply that the file does not list completely.
	Providers []string
	Unlisted  []Unlisted
	// Backend is where the state is stored; its Type is "" if the plan does not show it, or was
	// joined.
	Backend Backend

	parts []Part
}

// Unlisted is a part of the apply that a plan does not list completely.
type Unlisted string

// The parts. Only a lock file has the providers that have nothing but functions. JSON omits the
// backend, and the JSON of Terraform ephemeral resources, too. A saved plan without a backend
// stores the state in a way that is not known.
const (
	UnlistedProviders  Unlisted = "providers"
	UnlistedEphemerals Unlisted = "ephemeral resources and backend"
	UnlistedBackend    Unlisted = "backend"
	UnlistedState      Unlisted = "place of the state"
)

// LeftOut is why a plan leaves something out, as text after "because".
type LeftOut string

// The reasons.
const (
	LeftOutFailed   LeftOut = "planning failed"
	LeftOutTargeted LeftOut = "it was made with -target or -exclude"
	LeftOutDeferred LeftOut = "changes are deferred"
)

// leftOut are the reasons why a plan is incomplete. A plan that failed is never complete.
func leftOut(d *document, saved *archive) []LeftOut {
	var found []LeftOut
	if d.errored {
		found = append(found, LeftOutFailed)
	}
	if len(d.DeferredChanges)+len(d.deferredActions) > 0 {
		found = append(found, LeftOutDeferred)
	}
	if saved != nil && saved.targeted || len(found) == 0 && d.targeted() {
		found = append(found, LeftOutTargeted)
	}
	return found
}

// Partial reports whether the plan leaves something out.
func (p *Plan) Partial() bool { return len(p.LeftOut) > 0 }

// Action is what happens to one object.
type Action string

// The actions. A replacement is the removal of one object and the making of another, in whatever
// order; Forget ends the management of an object that stays as it is, and ForgetCreate makes
// another one in its place.
const (
	Create       Action = "create"
	Update       Action = "update"
	Delete       Action = "delete"
	Replace      Action = "replace"
	NoOp         Action = "no-op"
	Forget       Action = "forget"
	ForgetCreate Action = "forget and create"
)

// Change is one managed object before and after an apply.
type Change struct {
	// Address is unique in the plan, except for deposed objects: the rest of a replacement that
	// failed, which is deleted.
	Address string
	Deposed bool
	// PreviousAddress is "" unless a moved block or a rename gave the object another address.
	PreviousAddress string
	// Type is the resource type, such as idm_unit.
	Type string
	// Provider is the source of the provider, such as registry.terraform.io/identity-iac/idm.
	Provider string
	// Service is the ID of the Service that the object belongs to. An object whose service the plan
	// does not show has an ID that no other object shares and that Services does not list.
	Service string
	// PreviousService is the service that the state held the object at, when the plan takes the
	// object of another one for it: the first one stays as it is, and Terraform no longer manages
	// it. Otherwise "".
	PreviousService string
	Action          Action
	// CreatedFirst reports that a replacement creates the new object before it deletes the old one.
	CreatedFirst bool
	// Reason is the CLI's keyword for why, such as replace_because_cannot_update; "" when it gives
	// none.
	Reason string
	// Imported reports that the plan takes the object over; ImportID is its import ID, "" when an
	// identity was given instead.
	Imported bool
	ImportID string
	// Before is nil for a create, After for a delete. A leaf is nil, bool, string, json.Number,
	// Unknown or Masked.
	Before, After Values
	// BeforeHidden and AfterHidden are Masked or Unknown when the whole object is, which leaves
	// Values nil; otherwise nil.
	BeforeHidden, AfterHidden any
	// ExtIDGiven reports that the configuration gives the external ID, or that it does not show
	// whether it does. Otherwise the object gets an ID of its own.
	ExtIDGiven bool
	// Omitted are the attributes that are known after the apply because the configuration leaves
	// them out, in alphabetical order: the service sets its default.
	Omitted []string
	// ReplacedBy are the attributes that force a replacement.
	ReplacedBy []string
	// Ignored are the attributes that ignore_changes names, AllAttributes for all of them.
	// MayIgnore reports that the plan does not show them, as its JSON alone does not.
	Ignored   []string
	MayIgnore bool
	// Configured are the values that the configuration gives where changes are ignored or may be: a
	// leaf is Unknown where a value depends on more than constants, variables, local values and
	// planned objects. An attribute that the configuration leaves out is absent.
	Configured Values
}

// DataObject is one object that a data source has read.
type DataObject struct {
	Address, Type string
	// Provider and Service are as in Change.
	Provider, Service string
	Values            Values
}

// Changes reports whether the action makes, alters or removes anything in the service.
func (a Action) Changes() bool { return a != NoOp && a != Forget }

// Ours reports whether a provider, by its address such as registry.terraform.io/identity-iac/idm,
// is this one. The host and the namespace do not count, as a company's own registry may serve the
// provider under other ones.
func Ours(provider string) bool { return path.Base(provider) == "idm" }

// newPlan takes a plan apart. It fails when the plan knows nothing of this provider.
func newPlan(d *document, saved *archive) (*Plan, error) {
	if !concerns(&d.Plan) {
		return nil, errors.New("it contains neither a resource nor the configuration of this provider")
	}
	missing := leftOut(d, saved)
	r := &reader{document: d, saved: saved, keys: map[string]string{}, generated: map[string]bool{},
		evaluator: newEvaluator(d, saved, plannedObjects(d, len(missing) > 0))}
	r.configured = newConfiguredObjects(d, r.evaluator)
	var err error
	// A service that depends on an object is not known.
	if r.services, err = newServices(d.providers, newEvaluator(d, saved, nil)); err != nil {
		return nil, err
	}
	if d.Config != nil {
		r.configKeys(d.Config.RootModule, "")
	}
	p := &Plan{
		CLIVersion: d.TerraformVersion, FormatVersion: d.FormatVersion, Time: d.Timestamp, Errored: d.errored, LeftOut: missing,
	}
	r.fill(p)
	return p, nil
}

// fill reads the lists of the plan.
func (r *reader) fill(p *Plan) {
	p.Changes = r.changes(r.document.ResourceChanges, OtherForeign)
	p.Drift = r.changes(r.document.ResourceDrift, OtherForeignDrift)
	p.Deferred = r.deferred()
	if state := r.document.PriorState; state != nil && state.Values != nil {
		p.Data = r.data(state.Values.RootModule)
		slices.SortFunc(p.Data, func(a, b DataObject) int { return cmp.Compare(a.Address, b.Address) })
	}
	p.Undecided = undecided(r.document.Checks)
	p.RefreshOnly = len(r.document.ResourceChanges) == 0 && holdsManaged(r.document.PriorState)
	p.Services = r.services.list()
	p.Others = slices.Concat(r.others, r.document.general(), r.saved.notRead(), provisioners(r.document, r.saved), r.document.invocations(),
		outputs(r.document.OutputChanges), checks(r.document.Checks), ephemerals(r.document, r.saved), r.services.differ(p.Services),
		r.services.others)
	sortOthers(p.Others)
}

// holdsManaged reports whether a state holds an object that a resource manages.
func holdsManaged(state *tfjson.State) bool {
	var holds func(*tfjson.StateModule) bool
	holds = func(m *tfjson.StateModule) bool {
		managed := func(r *tfjson.StateResource) bool { return r.Mode == tfjson.ManagedResourceMode }
		return m != nil && (slices.ContainsFunc(m.Resources, managed) || slices.ContainsFunc(m.ChildModules, holds))
	}
	return state != nil && state.Values != nil && holds(state.Values.RootModule)
}

// concerns reports whether anything in the plan belongs to this provider.
func concerns(raw *tfjson.Plan) bool {
	for _, c := range slices.Concat(raw.ResourceChanges, raw.ResourceDrift) {
		if c != nil && Ours(c.ProviderName) {
			return true
		}
	}
	if raw.Config != nil {
		for _, provider := range raw.Config.ProviderConfigs {
			if provider != nil && Ours(provider.FullName) {
				return true
			}
		}
	}
	return slices.ContainsFunc(raw.DeferredChanges, func(c *tfjson.DeferredResourceChange) bool {
		return c != nil && c.ResourceChange != nil && Ours(c.ResourceChange.ProviderName)
	})
}
