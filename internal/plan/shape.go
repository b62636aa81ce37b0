package plan

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
)

// unambiguous refuses names that a reader could take one way or another: twice in one object, or, in
// the structure of the plan, in other letters.
func unambiguous(text []byte) error {
	return (&nameReader{json.NewDecoder(bytes.NewReader(text))}).value(false)
}

// nameReader reads JSON for its names alone.
type nameReader struct{ *json.Decoder }

// free are the parts of a plan in which names are those of attributes, keys and modules.
var free = []string{
	"after", "after_identity", "after_sensitive", "after_unknown", "before", "before_identity", "before_sensitive", "constant_value",
	"default", "expressions", "identity", "module_calls", "output_changes", "outputs", "provider_config", "sensitive_values", "value",
	"values", "variables",
}

// value reads one value. In a free one, names that differ in their letters are different names.
func (s *nameReader) value(isFree bool) error {
	token, err := s.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('{'):
		err = s.object(isFree)
	case json.Delim('['):
		for s.More() && err == nil {
			err = s.value(isFree)
		}
	default:
		return nil
	}
	if err == nil {
		_, err = s.Token()
	}
	return err
}

func (s *nameReader) object(isFree bool) error {
	seen := map[string]bool{}
	for s.More() {
		token, err := s.Token()
		if err != nil {
			return err
		}
		name := fmt.Sprint(token)
		same := name
		if !isFree {
			same = strings.ToLower(name)
		}
		if seen[same] {
			return fmt.Errorf("it has %q twice, so that it can be read in two ways", name)
		}
		seen[same] = true
		if err := s.value(isFree || slices.Contains(free, name)); err != nil {
			return err
		}
	}
	return nil
}

// changeNames are the names in an element of resource_changes, those below its change after a dot.
var changeNames = []string{
	"action_reason", "address", "change", "deposed", "index", "index_unknown", "mode", "module_address", "name", "previous_address",
	"provider_name", "type",
	"change.actions", "change.after", "change.after_identity", "change.after_sensitive", "change.after_unknown", "change.before",
	"change.before_identity", "change.before_sensitive", "change.generated_config", "change.importing", "change.replace_paths",
}

// unknownNames are the names in the changes that are not known and hold something.
func (d *document) unknownNames() []string {
	found := map[string]bool{}
	collect := func(prefix string, values map[string]json.RawMessage) {
		for name, encoded := range values {
			var value any
			if !slices.Contains(changeNames, prefix+name) && (json.Unmarshal(encoded, &value) != nil || !empty(value)) {
				found["resource_changes."+prefix+name] = true
			}
		}
	}
	// Both were read before, as what terraform-json knows of them.
	var changes []map[string]json.RawMessage
	_ = json.Unmarshal(d.raw["resource_changes"], &changes)
	for _, change := range changes {
		collect("", change)
		var inner map[string]json.RawMessage
		if json.Unmarshal(change["change"], &inner) == nil {
			collect("change.", inner)
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// complete refuses a plan whose list of changes lacks an object that its planned values have: both
// CLIs take the values from the changes.
func (d *document) complete() error {
	if address := d.unlisted(d.PlannedValues); address != "" {
		return fmt.Errorf("it plans values of %s, and no change of it: a part of the plan is missing", address)
	}
	return nil
}

// targeted reports whether the plan was made of a part of the configuration: it then has no change of
// some objects of the state. OpenTofu writes no "complete", and a plan that only refreshes has no
// changes at all.
func (d *document) targeted() bool {
	switch {
	case d.Complete != nil:
		return !*d.Complete
	case d.PriorState == nil, len(d.ResourceChanges) == 0:
		return false
	}
	return d.unlisted(d.PriorState.Values) != ""
}

// unlisted is the address of a managed object among some values that no change has; "" for none.
func (d *document) unlisted(values *tfjson.StateValues) string {
	listed := map[string]bool{}
	for _, c := range d.ResourceChanges {
		if c != nil {
			listed[c.Address] = true
		}
	}
	for _, c := range d.DeferredChanges {
		if c != nil && c.ResourceChange != nil {
			listed[c.ResourceChange.Address] = true
		}
	}
	var within func(*tfjson.StateModule) string
	within = func(m *tfjson.StateModule) string {
		if m == nil {
			return ""
		}
		for _, r := range m.Resources {
			if r != nil && r.Mode == tfjson.ManagedResourceMode && !listed[r.Address] {
				return r.Address
			}
		}
		for _, child := range m.ChildModules {
			if address := within(child); address != "" {
				return address
			}
		}
		return ""
	}
	if values == nil {
		return ""
	}
	return within(values.RootModule)
}
