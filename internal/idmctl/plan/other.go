package plan

import (
	"cmp"
	"fmt"
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
	// OtherAction is an action that the apply invokes.
	OtherAction OtherKind = "action"
	// OtherOutput is an output that changes.
	OtherOutput OtherKind = "output"
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
	// Address is the address of the resource, data source, action, output or provider configuration,
	// the source of a provider or the text of a backend; "" without one.
	Address string
	// Text describes it in one sentence.
	Text string
}

// other adds an Other.
func (p *Plan) other(kind OtherKind, address, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if p.own.Name != "" {
		text = p.own.Name + ": " + text
	}
	p.Others = append(p.Others, Other{kind, address, text})
}

// add adds an Other at an address of the plan.
func (r *reader) add(kind OtherKind, address, format string, args ...any) {
	r.services.found.other(kind, r.part.Address(address), format, args...)
}

// foreign adds a change of another provider's resource.
func (r *reader) foreign(c *tfjson.ResourceChange, kind OtherKind) {
	details := []string{words(c.Change.Actions)}
	if c.Change.Importing != nil {
		details = append(details, "imported")
	}
	if c.PreviousAddress != "" && c.PreviousAddress != c.Address {
		details = append(details, "it was "+c.PreviousAddress+" before")
	}
	if c.Change.Actions.NoOp() && len(details) == 1 {
		return
	}
	if kind == OtherForeignDrift {
		details = []string{"changed outside Terraform"}
	}
	if strings.HasPrefix(c.Type, "idm_") {
		details = append(details, "only the name of its type is one of this provider")
	}
	r.add(kind, c.Address, "%s of the provider %s: %s.", c.Address, c.ProviderName, strings.Join(details, ", "))
}

func words(actions tfjson.Actions) string {
	text := make([]string, len(actions))
	for i, action := range actions {
		text[i] = string(action)
	}
	return strings.Join(text, ", ")
}

// read adds a data source or an ephemeral resource that is read during the apply.
func (r *reader) read(c *tfjson.ResourceChange) {
	switch {
	case c.Change.Actions.NoOp():
	case c.Mode == modeEphemeral:
		r.add(OtherRead, c.Address, "%s of the provider %s is opened during the apply.", c.Address, c.ProviderName)
	case !c.Change.Actions.Read():
		r.add(OtherNotUnderstood, c.Address, "The data source %s has the actions %q.", c.Address, words(c.Change.Actions))
	default:
		r.add(OtherRead, c.Address, "%s of the provider %s is read during the apply.", c.Address, c.ProviderName)
	}
}

// modeEphemeral is a mode of OpenTofu that terraform-json does not have.
const modeEphemeral tfjson.ResourceMode = "ephemeral"

// contradicts reports whether the values of a no-op change differ.
func contradicts(c *tfjson.Change) bool {
	return c.Actions.NoOp() && (anything(c.AfterUnknown) || !reflect.DeepEqual(c.Before, c.After))
}

// outputs adds the outputs that change.
func (r *reader) outputs() {
	for name, change := range r.document.OutputChanges {
		if change != nil && !change.Actions.NoOp() {
			r.add(OtherOutput, "output."+name, "The output %s changes: %s.", name, words(change.Actions))
		}
	}
}

// invocations adds the actions that the apply invokes.
func (r *reader) invocations() {
	for _, a := range r.document.ActionInvocations {
		if a != nil {
			r.add(OtherAction, a.Address, "The action %s of the provider %s is invoked.", a.Address, a.ProviderName)
		}
	}
}

// checks adds the checks that failed.
func (r *reader) checks() {
	for _, result := range r.document.Checks {
		if result.Status == tfjson.CheckStatusFail || result.Status == tfjson.CheckStatusError {
			address := result.Address.ToDisplay
			r.add(OtherCheck, address, "The check %s has the status %s.", address, result.Status)
		}
	}
}

// undecided returns the objects with conditions that are evaluated during the apply. Check blocks
// are excluded, because they do not stop an apply.
func (r *reader) undecided() []string {
	var found []string
	for _, result := range r.document.Checks {
		if result.Status == tfjson.CheckStatusUnknown && result.Address.Kind != tfjson.CheckKindCheckBlock {
			found = append(found, r.part.Address(result.Address.ToDisplay))
		}
	}
	return found
}

// general adds the Others that concern the plan as a whole, and configuration files that cannot be
// parsed: they can contain anything.
func (r *reader) general() {
	if r.document.errored {
		r.add(OtherErrored, "", "Planning ended with an error, so the plan is incomplete.")
	}
	for _, name := range r.document.notUnderstood() {
		r.add(OtherNotUnderstood, name, "The plan has a part %q that is not understood.", name)
	}
	if r.saved != nil {
		for _, file := range r.saved.unread {
			r.add(OtherNotUnderstood, file, "The file %s of the configuration in the saved plan cannot be read.", file)
		}
	}
}

// sortOthers sorts by kind and address, so that the order is stable.
func sortOthers(others []Other) {
	slices.SortStableFunc(others, func(a, b Other) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Address, b.Address), cmp.Compare(a.Text, b.Text))
	})
}
