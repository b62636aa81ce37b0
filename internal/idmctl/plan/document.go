package plan

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
)

// document is the JSON of a plan, including parts that terraform-json does not support.
type document struct {
	tfjson.Plan
	// raw holds the top-level values by name.
	raw map[string]json.RawMessage
	// errored is not in this version of terraform-json.
	errored bool
	// encrypted reports that the file of the plan is encrypted.
	encrypted bool
	// providers holds the provider configurations by key, because terraform-json does not distinguish
	// null from computed values.
	providers map[string]*configuration
}

// understood are the top-level names that this package reads or can ignore.
var understood = []string{
	"action_invocations", "applyable", "checks", "complete", "configuration", "errored",
	"format_version", "output_changes", "planned_values", "prior_state", "relevant_attributes", "resource_changes", "resource_drift",
	"terraform_version", "timestamp", "variables",
}

// configured returns the resources of the configuration by their addresses without keys.
func (d *document) configured() map[string]*tfjson.ConfigResource {
	found := map[string]*tfjson.ConfigResource{}
	var within func(m *tfjson.ConfigModule, module string)
	within = func(m *tfjson.ConfigModule, module string) {
		if m == nil {
			return
		}
		for _, r := range m.Resources {
			if r != nil {
				address := r.Type + "." + r.Name
				if r.Mode != tfjson.ManagedResourceMode {
					address = string(r.Mode) + "." + address
				}
				found[join(module, cmp.Or(r.Address, address))] = r
			}
		}
		for name, call := range m.ModuleCalls {
			if call != nil {
				within(call.Module, join(module, "module."+name))
			}
		}
	}
	if d.Config != nil {
		within(d.Config.RootModule, "")
	}
	return found
}

// resourcesOf returns the resources of a state or of planned values, with those of submodules.
func resourcesOf(values *tfjson.StateValues) []*tfjson.StateResource {
	if values == nil || values.RootModule == nil {
		return nil
	}
	var all []*tfjson.StateResource
	for left := []*tfjson.StateModule{values.RootModule}; len(left) > 0; left = left[1:] {
		if left[0] != nil {
			all, left = append(all, left[0].Resources...), append(left, left[0].ChildModules...)
		}
	}
	return slices.DeleteFunc(all, func(r *tfjson.StateResource) bool { return r == nil })
}

// majorVersion is the supported major version of the format.
const majorVersion = 1

// parseDocument reads the JSON of a plan.
func parseDocument(text []byte) (*document, error) {
	d := &document{}
	if err := json.Unmarshal(text, &d.raw); err != nil {
		return nil, fmt.Errorf("it is not valid JSON: %w; write it again with terraform show -json", err)
	}
	if !d.isPlan() {
		return nil, errNoPlan
	}
	if err := checkVersion(d.raw["format_version"]); err != nil {
		return nil, err
	}
	if err := unambiguous(text); err != nil {
		return nil, err
	}
	d.UseJSONNumber(true)
	var own struct {
		Errored       bool `json:"errored"`
		Configuration struct {
			Providers map[string]*configuration `json:"provider_config"`
		} `json:"configuration"`
	}
	if err := errors.Join(json.Unmarshal(text, &d.Plan), json.Unmarshal(text, &own)); err != nil {
		return nil, fmt.Errorf("it is not a valid plan: %w; write it again with terraform show -json", err)
	}
	d.errored, d.providers = own.Errored, own.Configuration.Providers
	if d.has("deferred_changes") || d.has("deferred_action_invocations") {
		return nil, errors.New("it leaves changes to a later plan, which are not known yet: plan without -allow-deferral")
	}
	return d, d.complete()
}

// isPlan reports whether the JSON is a plan, and not a state or the log of terraform plan -json.
func (d *document) isPlan() bool {
	has := func(name string) bool { return d.raw[name] != nil }
	return has("format_version") && (has("planned_values") || has("resource_changes") || has("configuration"))
}

// checkVersion rejects format versions in which the same names can have another meaning.
func checkVersion(encoded json.RawMessage) error {
	var version string
	if json.Unmarshal(encoded, &version) != nil {
		return fmt.Errorf("its format_version is %s, and not text; write it again with terraform show -json", encoded)
	}
	major, _, _ := strings.Cut(version, ".")
	if number, err := strconv.Atoi(major); err != nil || number > majorVersion || number < 0 {
		return fmt.Errorf("its format is version %q, and versions below 2.0 are supported: use the newest idmctl", version)
	}
	return nil
}

// notUnderstood returns the unknown names that have a non-empty value.
func (d *document) notUnderstood() []string {
	var found []string
	for _, name := range slices.Sorted(maps.Keys(d.raw)) {
		if !slices.Contains(understood, name) && d.has(name) {
			found = append(found, name)
		}
	}
	return append(found, d.unknownNames()...)
}

// has reports whether a top-level name has a value that is not empty.
func (d *document) has(name string) bool {
	var value any
	return d.raw[name] != nil && (json.Unmarshal(d.raw[name], &value) != nil || !empty(value))
}

// empty reports whether a value is null or the zero value of its type.
func empty(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case bool:
		return !value
	case string:
		return value == ""
	case float64:
		return value == 0
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	}
	return false
}
