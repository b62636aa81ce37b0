package plan

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
)

// OtherKind is the kind of an Other.
type OtherKind string

// The kinds of Other.
const (
	// OtherForeign is a change of another provider's resource, including a resource whose type only
	// has the same name as one of ours.
	OtherForeign OtherKind = "foreign"
	// OtherForeignDrift is a change outside Terraform of another provider's resource.
	OtherForeignDrift OtherKind = "foreign-drift"
	// OtherRead is a data source or an ephemeral resource that is read during the apply.
	OtherRead OtherKind = "read"
	// OtherProvisioner is a provisioner of a resource that is created or destroyed.
	OtherProvisioner OtherKind = "provisioner"
	// OtherRemovedProvisioner is a provisioner of a removed block.
	OtherRemovedProvisioner OtherKind = "removed-provisioner"
	// OtherAction is an action that this apply or a later one invokes.
	OtherAction OtherKind = "action"
	// OtherOutput is an output that changes.
	OtherOutput OtherKind = "output"
	// OtherDeferred is a deferred change of another provider's resource.
	OtherDeferred OtherKind = "deferred"
	// OtherCheck is a check that failed or could not be evaluated.
	OtherCheck OtherKind = "check"
	// OtherProvider is a provider configuration whose address or login is not known, or differs
	// from another configuration.
	OtherProvider OtherKind = "provider"
	// OtherSource is a provider that the plan uses.
	OtherSource OtherKind = "provider-source"
	// OtherBackend is the backend of the state.
	OtherBackend OtherKind = "backend"
	// OtherLogin is a provider configuration that sets a login or headers.
	OtherLogin OtherKind = "login"
	// OtherErrored means that planning ended with an error.
	OtherErrored OtherKind = "errored"
	// OtherNotUnderstood is a part of the plan that this package does not support.
	OtherNotUnderstood OtherKind = "not-understood"
)

// Other is an effect or content of a plan other than changes of this provider's resources.
type Other struct {
	Kind OtherKind
	// Address is the address of the resource, data source, action, output or provider
	// configuration; "" without one.
	Address string
	// Type is a resource or action type; "" without one.
	Type string
	// Provider is the source of the provider; "" without one.
	Provider string
	// Action lists the actions with the plan's own words, separated by commas; "" without one.
	Action string
	// Text describes it in one sentence.
	Text string
}

// otherResource describes a change of another provider's resource; nil without a change.
func otherResource(c *tfjson.ResourceChange, kind OtherKind) *Other {
	moved := c.PreviousAddress != "" && c.PreviousAddress != c.Address
	if c.Change.Actions.NoOp() && c.Change.Importing == nil && !moved {
		return nil
	}
	other := about(c, kind)
	other.Text = fmt.Sprintf("%s of the provider %s: %s.", c.Address, c.ProviderName, other.Action)
	switch {
	case kind == OtherForeignDrift:
		other.Text = fmt.Sprintf("%s of the provider %s was changed outside Terraform.", c.Address, c.ProviderName)
	case strings.HasPrefix(c.Type, "idm_"):
		other.Text = fmt.Sprintf("%s is a resource of the provider %s that only shares the name of its type with this provider: %s.",
			c.Address,
			c.ProviderName, other.Action)
	case c.Change.Actions.NoOp() && moved:
		other.Text = fmt.Sprintf("%s of the provider %s was %s before.", c.Address, c.ProviderName, c.PreviousAddress)
	case c.Change.Importing != nil:
		other.Text = fmt.Sprintf("%s of the provider %s is imported: %s.", c.Address, c.ProviderName, other.Action)
	}
	return &other
}

// about returns an Other with the address, type, provider and actions of a change.
func about(c *tfjson.ResourceChange, kind OtherKind) Other {
	other := Other{Kind: kind, Address: c.Address, Type: c.Type, Provider: c.ProviderName}
	if c.Change != nil {
		other.Action = words(c.Change.Actions)
	}
	return other
}

func words(actions tfjson.Actions) string {
	text := make([]string, len(actions))
	for i, action := range actions {
		text[i] = string(action)
	}
	return strings.Join(text, ", ")
}

// read describes a data source or an ephemeral resource that is read during the apply; nil if it is
// not.
func read(c *tfjson.ResourceChange) *Other {
	if c.Change.Actions.NoOp() {
		return nil
	}
	other := about(c, OtherRead)
	other.Text = fmt.Sprintf("%s of the provider %s is read during the apply.", c.Address, c.ProviderName)
	if c.Mode == modeEphemeral {
		other.Text = fmt.Sprintf("%s of the provider %s is opened during the apply.", c.Address, c.ProviderName)
	} else if !c.Change.Actions.Read() {
		other.Kind, other.Text = OtherNotUnderstood, fmt.Sprintf("The data source %s has the actions %q.", c.Address, other.Action)
	}
	return &other
}

// modeEphemeral is a mode of OpenTofu that terraform-json does not have.
const modeEphemeral tfjson.ResourceMode = "ephemeral"

// notUnderstood reports a change that cannot be interpreted.
func notUnderstood(c *tfjson.ResourceChange, why string) Other {
	other := about(c, OtherNotUnderstood)
	other.Text = fmt.Sprintf("%s: %s.", c.Address, why)
	return other
}

// contradicts reports whether the values of a no-op change differ.
func contradicts(c *tfjson.Change) bool {
	return c.Actions.NoOp() && (anything(c.AfterUnknown) || !reflect.DeepEqual(c.Before, c.After))
}

// outputs returns the outputs that change.
func outputs(changes map[string]*tfjson.Change) []Other {
	var found []Other
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		change := changes[name]
		if change == nil || change.Actions.NoOp() {
			continue
		}
		action := words(change.Actions)
		found = append(found,
			Other{Kind: OtherOutput, Address: "output." + name, Action: action,
				Text: fmt.Sprintf("The output %s changes: %s.", name, action)})
	}
	return found
}

// invocations returns the actions that this apply or a later one invokes.
func (d *document) invocations() []Other {
	var found []Other
	for _, invocation := range d.ActionInvocations {
		if invocation != nil {
			found = append(found, invoked(*invocation, "invoked"+trigger(invocation)))
		}
	}
	for _, each := range d.deferredActions {
		found = append(found, invoked(each.Invocation, "left to a later plan: "+each.Reason))
	}
	return found
}

func invoked(a tfjson.ActionInvocation, what string) Other {
	return Other{Kind: OtherAction, Address: a.Address, Type: a.Type, Provider: a.ProviderName, Action: "invoke",
		Text: fmt.Sprintf("The action %s of the provider %s is %s.", a.Address, a.ProviderName, what)}
}

// trigger describes the trigger of an action.
func trigger(a *tfjson.ActionInvocation) string {
	if a.LifecycleActionTrigger == nil {
		return " by the apply"
	}
	return fmt.Sprintf(" by %s (%s)", a.LifecycleActionTrigger.TriggeringResourceAddress, a.LifecycleActionTrigger.ActionTriggerEvent)
}

// checks returns the checks that failed.
func checks(results []tfjson.CheckResultStatic) []Other {
	var found []Other
	for _, result := range results {
		if result.Status != tfjson.CheckStatusFail && result.Status != tfjson.CheckStatusError {
			continue
		}
		address := result.Address.ToDisplay
		found = append(found,
			Other{Kind: OtherCheck, Address: address, Text: fmt.Sprintf("The check %s has the status %s.", address, result.Status)})
	}
	return found
}

// undecided returns the objects with conditions that are evaluated during the apply. Check blocks
// are excluded, because they do not stop an apply.
func undecided(results []tfjson.CheckResultStatic) []string {
	var found []string
	for _, result := range results {
		if result.Status == tfjson.CheckStatusUnknown && result.Address.Kind != tfjson.CheckKindCheckBlock {
			found = append(found, result.Address.ToDisplay)
		}
	}
	return found
}

// general returns the Others that concern the plan as a whole.
func (d *document) general() []Other {
	var found []Other
	if d.errored {
		found = append(found, Other{Kind: OtherErrored, Text: "Planning ended with an error, so the plan is incomplete."})
	}
	for _, name := range d.notUnderstood() {
		found = append(found,
			Other{Kind: OtherNotUnderstood, Address: name, Text: fmt.Sprintf("The plan has a part %q that is not understood.", name)})
	}
	return found
}

// sortOthers sorts by kind and address, so that the order is stable.
func sortOthers(others []Other) {
	slices.SortStableFunc(others, func(a, b Other) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Address, b.Address), cmp.Compare(a.Text, b.Text))
	})
}
