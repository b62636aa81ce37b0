// Package plan reads what Terraform or OpenTofu plans for the resources of this provider: from a saved plan, by asking the
// CLI for its JSON, or from that JSON. Values that are marked as sensitive are masked while they are read, so that nothing
// that uses this package can show them.
package plan

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
)

// Plan is what a plan says about the resources of this provider, and what else it would do.
type Plan struct {
	// File is what the plan was read from, and CLIVersion the version of Terraform or OpenTofu that made it.
	File, CLIVersion string
	// FormatVersion is that of the JSON.
	FormatVersion string
	// Time is when the plan was made, in RFC 3339; "" when an older CLI did not record it.
	Time string
	// Digest is the SHA-256 of the file that was read, in hexadecimal.
	Digest string
	// Errored reports that planning ended with an error, so that the plan lacks something.
	Errored bool
	// Partial reports that the plan leaves something out: it was made with -target, or changes were deferred.
	Partial bool
	// Services are the provider configurations of this provider, by ID.
	Services []Service
	// Changes are all managed objects of this provider, also those that nothing happens to, by address.
	Changes []Change
	// Drift is what somebody changed outside Terraform since the last apply: Before is the state of then, After what was found.
	Drift []Change
	// Deferred are changes that this plan leaves to a later one, with the Reason.
	Deferred []Change
	// Others is everything else that the plan does, or holds and this package does not understand.
	Others []Other
	// Data are the objects that data sources of this provider have read, by address.
	Data []Object
}

// Action is what happens to one object.
type Action string

// The actions. A replacement is the removal of one object and the making of another, in whatever order; Forget ends the
// management of an object that stays as it is, and ForgetCreate makes another one in its place.
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
	// Address is unique in the plan but for what is deposed: the rest of a replacement that failed, which is deleted.
	Address string
	Deposed bool
	// PreviousAddress is "" unless a moved block or a rename gave the object another address.
	PreviousAddress string
	// Type is the resource type, such as idm_unit.
	Type string
	// Provider is the source of the provider, such as registry.terraform.io/identity-iac/idm.
	Provider string
	// Service is the ID of the Service that the object belongs to. An object whose service the plan does not tell has an ID that
	// no other object shares and that Services does not list.
	Service string
	Action  Action
	// Reason is the CLI's keyword for why, such as replace_because_cannot_update; "" when it gives none.
	Reason string
	// Imported tells that the plan takes the object over; ImportID is its import id, "" when an identity was given instead.
	Imported bool
	ImportID string
	// Before is nil for a create, After for a delete. A leaf is nil, bool, string, json.Number, Unknown or Masked.
	Before, After Values
	// BeforeHidden and AfterHidden are Masked or Unknown when the whole object is, which leaves Values nil; otherwise nil.
	BeforeHidden, AfterHidden any
	// ReplacedBy are the attributes that force a replacement.
	ReplacedBy []string
}

// Object is one object that a data source has read.
type Object struct {
	Address, Type string
	// Provider and Service are as in Change.
	Provider, Service string
	Values            Values
}

// Changes tells whether the action makes, alters or removes anything in the service.
func (a Action) Changes() bool { return a != NoOp && a != Forget }

// Ours tells whether a provider, by its address such as registry.terraform.io/identity-iac/idm, is this one. The host and
// the namespace do not count, as a company's own registry may serve the provider under other ones.
func Ours(provider string) bool { return path.Base(provider) == "idm" }

// New takes what concerns this provider out of a plan. It fails when the plan knows nothing of the provider.
func New(raw *tfjson.Plan) (*Plan, error) {
	if !concerns(raw) {
		return nil, errors.New("it holds nothing of this provider: neither a resource nor the provider's configuration")
	}
	p := &Plan{CLIVersion: raw.TerraformVersion, FormatVersion: raw.FormatVersion, Time: raw.Timestamp}
	p.Partial = len(raw.DeferredChanges) > 0 || raw.Complete != nil && !*raw.Complete
	links := newLinks(raw)
	var err error
	if p.Changes, err = changes(raw.ResourceChanges, links); err != nil {
		return nil, err
	}
	if p.Drift, err = changes(raw.ResourceDrift, nil); err != nil {
		return nil, err
	}
	if raw.PriorState != nil && raw.PriorState.Values != nil {
		p.Data = data(raw.PriorState.Values.RootModule)
	}
	slices.SortFunc(p.Data, func(a, b Object) int { return cmp.Compare(a.Address, b.Address) })
	return p, nil
}

// concerns tells whether anything in the plan belongs to this provider.
func concerns(raw *tfjson.Plan) bool {
	for _, c := range slices.Concat(raw.ResourceChanges, raw.ResourceDrift) {
		if Ours(c.ProviderName) {
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

func changes(raw []*tfjson.ResourceChange, links *links) ([]Change, error) {
	var found []Change
	for _, c := range raw {
		if c == nil || c.Change == nil || c.Mode != tfjson.ManagedResourceMode || !Ours(c.ProviderName) {
			continue
		}
		change, err := newChange(c, links)
		if err != nil {
			return nil, err
		}
		found = append(found, change)
	}
	slices.SortStableFunc(found, func(a, b Change) int { return cmp.Compare(a.Address, b.Address) })
	return found, nil
}

func newChange(c *tfjson.ResourceChange, links *links) (Change, error) {
	action, err := action(c.Change.Actions)
	if err != nil {
		return Change{}, fmt.Errorf("%s: %w", c.Address, err)
	}
	change := Change{
		Address:         c.Address,
		Deposed:         c.DeposedKey != "",
		PreviousAddress: c.PreviousAddress,
		Type:            c.Type,
		Provider:        c.ProviderName,
		Action:          action,
		Reason:          string(c.ActionReason),
		ReplacedBy:      attributes(c.Change.ReplacePaths),
	}
	change.Before, change.BeforeHidden = whole(mask(c.Change.Before, c.Change.BeforeSensitive))
	change.After, change.AfterHidden = whole(after(c.Change))
	if c.Change.Importing != nil {
		change.Imported, change.ImportID = true, c.Change.Importing.ID
	}
	if links != nil {
		links.resolve(c, change.After)
	}
	return change, nil
}

func action(a tfjson.Actions) (Action, error) {
	switch {
	case a.Replace():
		return Replace, nil
	case len(a) == 2 && slices.Contains(a, tfjson.ActionForget):
		// Forgotten, and another one made in its place.
		return ForgetCreate, nil
	case len(a) == 1:
		switch name := Action(a[0]); name {
		case Create, Update, Delete, NoOp, Forget:
			return name, nil
		}
	}
	return "", fmt.Errorf("the plan has the actions %q, which this version does not know", a)
}

// attributes are the first elements of paths.
func attributes(paths []any) []string {
	var found []string
	for _, each := range paths {
		if elements, ok := each.([]any); ok && len(elements) > 0 {
			found = append(found, fmt.Sprint(elements[0]))
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func data(module *tfjson.StateModule) []Object {
	if module == nil {
		return nil
	}
	var found []Object
	for _, r := range module.Resources {
		if r.Mode == tfjson.DataResourceMode && Ours(r.ProviderName) {
			found = append(found, Object{Address: r.Address, Type: r.Type, Values: object(maskState(r))})
		}
	}
	for _, child := range module.ChildModules {
		found = append(found, data(child)...)
	}
	return found
}

// Resource is the address without the keys of instances: module.team["a"].idm_unit.all[0] becomes module.team.idm_unit.all.
func Resource(address string) string {
	var b strings.Builder
	outside(address, func(c byte) { b.WriteByte(c) })
	return b.String()
}

// outside visits what stands outside of the keys in an address, and tells whether every key is closed.
func outside(address string, visit func(byte)) bool {
	quoted, depth := false, 0
	for i := 0; i < len(address); i++ {
		switch c := address[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && c == '[':
			depth++
		case !quoted && c == ']':
			depth--
		case depth == 0:
			visit(c)
		}
	}
	return !quoted && depth == 0
}
