// Package plan reads the changes that Terraform or OpenTofu plans for the resources of this
// provider: from a saved plan, using the CLI's JSON, or from that JSON. It masks sensitive values
// while reading, so that no user of this package can display them.
package plan

import (
	"cmp"
	"errors"
	"path"
	"slices"

	tfjson "github.com/hashicorp/terraform-json"
)

// Plan contains the planned changes of this provider's resources and all other effects of a plan.
type Plan struct {
	// File is the file of the plan, and CLIVersion the version of Terraform or OpenTofu that made
	// it.
	File, CLIVersion string
	// Time is the time of planning, in RFC 3339; "" if an older CLI did not record it.
	Time string
	// Digest is the SHA-256 of the file in hexadecimal.
	Digest string
	// Errored reports that planning ended with an error, so that the plan is incomplete.
	Errored bool
	// LeftOut are the reasons why the plan is incomplete; empty for a complete plan.
	LeftOut []LeftOut
	// RefreshOnly reports that the plan contains no resource changes, although the state contains
	// objects.
	RefreshOnly bool
	// Services are the services in the configurations of this provider, by ID.
	Services []Service
	// Changes are all managed objects of this provider, including unchanged ones, by address.
	Changes []Change
	// Remaining are the objects that have left the map of a collection and that a later plan deletes,
	// because others still need them.
	Remaining []Change
	// Drift lists the changes outside Terraform since the last apply: Before is the recorded state,
	// After the refreshed one.
	Drift []Change
	// Undecided are resources and outputs with conditions that are evaluated during the apply. A
	// failed condition stops it.
	Undecided []string
	// Others are all other effects of the plan, and its parts that this package does not support.
	Others []Other
	// Providers are the sources of all providers, with their hosts, including providers that only
	// supply functions. Unlisted are the parts of the apply that the file does not list completely.
	Providers []string
	Unlisted  []Unlisted
	// Backend is the backend of the state; its Type is "" if the plan does not contain it, or was
	// joined.
	Backend Backend
	// Arguments are the arguments of the plan; empty for the JSON and for a joined plan.
	Arguments Arguments

	// own names the plan if it is joined with others, whose addresses and texts begin with the
	// name.
	own   Part
	parts []Part
}

// Unlisted is a part of the apply that a plan does not list completely.
type Unlisted string

// The parts. Only a lock file lists providers that only supply functions. The JSON omits the
// backend, and Terraform's JSON also omits ephemeral resources. An encrypted plan is read as its
// JSON. A saved plan without a backend stores the state in an unknown way.
const (
	UnlistedProviders  Unlisted = "providers"
	UnlistedEphemerals Unlisted = "ephemeral resources and backend"
	UnlistedBackend    Unlisted = "backend"
	UnlistedEncrypted  Unlisted = "encrypted parts"
	UnlistedState      Unlisted = "place of the state"
)

// LeftOut is a reason why a plan is incomplete, worded to follow "because".
type LeftOut string

// The reasons why a plan is incomplete.
const (
	LeftOutFailed   LeftOut = "planning failed"
	LeftOutTargeted LeftOut = "it was made with -target or -exclude"
)

// leftOut returns the reasons why a plan is incomplete. A failed plan is never complete.
func leftOut(d *document, saved *archive) []LeftOut {
	var found []LeftOut
	if d.errored {
		found = append(found, LeftOutFailed)
	}
	if saved != nil && len(saved.arguments.Targets)+len(saved.arguments.Excluded) > 0 || len(found) == 0 && d.targeted() {
		found = append(found, LeftOutTargeted)
	}
	return found
}

// Partial reports whether the plan is incomplete.
func (p *Plan) Partial() bool { return len(p.LeftOut) > 0 }

// Action is the action on one object.
type Action string

// The actions. A replacement deletes one object and creates another, in either order. Forget
// removes an object from the state without destroying it; ForgetCreate also creates a new object in
// its place.
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
	// Address is unique in the plan, except for deposed objects, which a failed replacement left
	// behind and which are deleted.
	Address string
	// Instance is the address of the resource instance in the output of the CLI: for an element that of
	// its collection, and otherwise Address.
	Instance string
	Deposed  bool
	// PreviousAddress is the address before a move or a rename; otherwise "".
	PreviousAddress string
	// Type is the resource type, such as idm_unit.
	Type string
	// Provider is the source of the provider, such as registry.terraform.io/identity-iac/idm.
	Provider string
	// Service is the ID of the object's Service. If the plan does not show it, the ID is unique to
	// the object and not in Services.
	Service string
	// Config is the key of the object's provider configuration as in Service.Configs, with the
	// instance if it has several; "" if the plan does not show it.
	Config string
	Action Action
	// CreatedFirst reports that a replacement creates the new object before it deletes the old one.
	CreatedFirst bool
	// DestroyedLast reports that what refers to the object changes before it is destroyed: the state
	// records create_before_destroy, or a collection keeps what is in use. It is false if the plan does
	// not show it.
	DestroyedLast bool
	// Reason is the CLI's keyword for the reason, such as replace_because_cannot_update; "" without
	// one.
	Reason string
	// Imported reports that the plan imports the object.
	Imported bool
	// Before is nil for a create, After for a delete. A leaf is nil, bool, string, json.Number,
	// Unknown or Masked.
	Before, After Values
	// BeforeHidden and AfterHidden are Masked or Unknown if the whole object is, and its Values are
	// then nil; otherwise nil.
	BeforeHidden, AfterHidden any
	// ExtIDGiven reports that the configuration sets the external ID, or that the plan does not
	// show whether it does. Otherwise a new ID is generated.
	ExtIDGiven bool
	// Adopts reports that a created element of a collection takes over an existing object.
	Adopts bool
	// Omitted are the unknown attributes that the configuration does not set, in alphabetical
	// order: the service sets their defaults.
	Omitted []string
	// Ignored are the attributes in ignore_changes, or AllAttributes. MayIgnore reports that the
	// plan does not show them, as in a plan's JSON.
	Ignored   []string
	MayIgnore bool
	// Configured are the configured values if changes are or may be ignored. A leaf is Unknown if
	// it depends on more than constants, variables, local values and planned objects. Attributes
	// that the configuration does not set are absent.
	Configured Values
	// Recorded and Refreshed are the private states of the object at the last apply and after the
	// refresh; nil if the plan does not contain them.
	Recorded, Refreshed []byte `json:"-"`
}

// Changes reports whether the action changes anything in the service.
func (a Action) Changes() bool { return a != NoOp && a != Forget }

// Ours reports whether a provider source, such as registry.terraform.io/identity-iac/idm, is this
// provider. The host and the namespace do not matter, because a private registry can serve the
// provider under other names.
func Ours(provider string) bool { return path.Base(provider) == "idm" }

// newPlan builds a Plan from its JSON and its archive. It fails if the plan does not use this
// provider.
func newPlan(d *document, saved *archive, cli CLI) (*Plan, error) {
	if !concerns(&d.Plan) {
		return nil, errors.New("it contains neither a resource nor the configuration of this provider: give the plan of one that does")
	}
	p := &Plan{CLIVersion: d.TerraformVersion, Time: d.Timestamp, Errored: d.errored, LeftOut: leftOut(d, saved), own: Part{Name: cli.Part}}
	r := &reader{document: d, saved: saved, configured: d.configured(), evaluator: newEvaluator(d, saved, plannedObjects(d, p.Partial())),
		part: p.own}
	// The address of a service cannot depend on planned objects, so this evaluator has none.
	r.services = &services{evaluator: newEvaluator(d, saved, nil), source: cli.Source, found: Plan{own: p.own}}
	r.services.read(d.providers)
	r.lists(p)
	return p, nil
}

// lists reads the lists of the plan.
func (r *reader) lists(p *Plan) {
	p.Changes = r.changes(r.document.ResourceChanges, OtherForeign)
	p.Remaining = r.remaining
	p.Drift = r.changes(r.document.ResourceDrift, OtherForeignDrift)
	p.Undecided = r.undecided()
	p.RefreshOnly = len(r.document.ResourceChanges) == 0 && holdsManaged(r.document.PriorState)
	p.Services = slices.SortedFunc(slices.Values(r.services.found.Services), func(a, b Service) int { return cmp.Compare(a.ID, b.ID) })
	for _, add := range []func(){r.general, r.provisioners, r.invocations, r.outputs, r.checks, r.ephemerals} {
		add()
	}
	p.Others = r.services.found.Others
	p.differ()
}

// holdsManaged reports whether a state contains a managed resource.
func holdsManaged(state *tfjson.State) bool {
	return state != nil && slices.ContainsFunc(resourcesOf(state.Values), func(r *tfjson.StateResource) bool {
		return r.Mode == tfjson.ManagedResourceMode
	})
}

// concerns reports whether any part of the plan belongs to this provider.
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
	return false
}
