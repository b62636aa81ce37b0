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

// unambiguous rejects duplicate names in an object. In the structure of the plan, names that differ
// only in case are duplicates too.
func unambiguous(text []byte) error {
	return (&nameReader{json.NewDecoder(bytes.NewReader(text))}).value(false)
}

// nameReader reads the names in JSON.
type nameReader struct{ *json.Decoder }

// free are the parts of a plan in which names are attributes, keys or modules.
var free = []string{
	"after", "after_identity", "after_sensitive", "after_unknown", "before", "before_identity", "before_sensitive", "constant_value",
	"default", "expressions", "identity", "module_calls", "output_changes", "outputs", "provider_config", "sensitive_values", "value",
	"values", "variables",
}

// value reads one value. In a free part, names are case-sensitive.
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
			return fmt.Errorf("it has %q twice, which is ambiguous; write it again with terraform show -json", name)
		}
		seen[same] = true
		if err := s.value(isFree || slices.Contains(free, name)); err != nil {
			return err
		}
	}
	return nil
}

// changeNames are the names in an element of resource_changes; names inside its change begin with
// "change.".
var changeNames = []string{
	"action_reason", "address", "change", "deposed", "index", "index_unknown", "mode", "module_address", "name", "previous_address",
	"provider_name", "type",
	"change.actions", "change.after", "change.after_identity", "change.after_sensitive", "change.after_unknown", "change.before",
	"change.before_identity", "change.before_sensitive", "change.generated_config", "change.importing", "change.replace_paths",
}

// unknownNames returns the unknown names in changes that have a non-empty value.
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
	// Parsing cannot fail: terraform-json has already read both.
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

// complete rejects a plan whose changes lack an object of its planned values. Both CLIs derive the
// planned values from the changes.
func (d *document) complete() error {
	if address := d.unlisted(d.PlannedValues); address != "" {
		return fmt.Errorf("it plans values of %s, and no change of it: a part of the plan is missing; make it again", address)
	}
	return nil
}

// targeted reports whether the plan covers only a part of the configuration: some objects of the
// state then have no change. OpenTofu writes no "complete", and a refresh-only plan has no changes.
func (d *document) targeted() bool {
	switch {
	case d.Complete != nil:
		return !*d.Complete
	case d.PriorState == nil, len(d.ResourceChanges) == 0:
		return false
	}
	return d.unlisted(d.PriorState.Values) != ""
}

// changes reports whether the plan has a change of an object.
func (d *document) changes(address string) bool {
	return slices.ContainsFunc(d.ResourceChanges, func(c *tfjson.ResourceChange) bool { return c != nil && c.Address == address })
}

// unlisted returns the address of a managed object without a change; "" if all have one.
func (d *document) unlisted(values *tfjson.StateValues) string {
	listed := map[string]bool{}
	for _, c := range d.ResourceChanges {
		if c != nil {
			listed[c.Address] = true
		}
	}
	for _, r := range resourcesOf(values) {
		if r.Mode == tfjson.ManagedResourceMode && !listed[r.Address] {
			return r.Address
		}
	}
	return ""
}
