package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// declarable returns the arguments of an object of each type.
func declarable(t *testing.T) map[string]string {
	t.Helper()
	content, err := os.ReadFile("testdata/declarable/main.tf")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, block := range declared.FindAllStringSubmatch(string(content), -1) {
		all[block[1]] = block[2]
	}
	return all
}

var declared = regexp.MustCompile(`(?ms)^resource "(\w+)" "x" \{\n(.*?)^\}`)

// declares returns a configuration of the objects of some types, each with additional arguments.
func declares(t *testing.T, types []string, more string) string {
	t.Helper()
	var b strings.Builder
	all := declarable(t)
	for _, name := range types {
		fmt.Fprintf(&b, "resource %q \"x\" {\n  %s\n%s}\n", name, more, all[name])
	}
	return b.String()
}

// declaring returns the demo tenant with an object of each type, created by a configuration.
func declaring(t *testing.T, configuration string) *exporting {
	t.Helper()
	e := laterTenant(t, configuration)
	certificate, err := os.ReadFile("testdata/declarable/certificate.pem")
	if err != nil {
		t.Fatal(err)
	}
	e.write("certificate.pem", string(certificate))
	e.call(http.MethodPost, "acme/users/u-ben/profiles", `{"extId":"p-ben"}`)
	e.must(0, "apply", "-auto-approve", "-no-color")
	return e
}

// declarableTypes returns all types whose external IDs a configuration chooses, and those whose
// create succeeds if the object already exists. The service assigns the external IDs of terms.
func declarableTypes(t *testing.T) (all, idempotent []string) {
	t.Helper()
	known := declarable(t)
	for _, of := range objecttype.All() {
		name := of.TypeName()
		if known[name] == "" {
			t.Errorf("%s has no configuration here", name)
		}
		if name != "idm_terms" {
			all = append(all, name)
		}
		if of.Idempotent() {
			idempotent = append(idempotent, name)
		}
	}
	return all, idempotent
}

var typeName = regexp.MustCompile(`idm_[a-z_]+`)

// diagnosed returns the types in the diagnostics with a summary in the output of a run with -json,
// sorted. A CLI reports no address for a resource that the configuration lacks, so the type is in
// the detail.
func diagnosed(t *testing.T, out, summary string) (types []string) {
	t.Helper()
	for line := range strings.Lines(out) {
		var message struct {
			Diagnostic struct{ Summary, Address, Detail string }
		}
		if json.Unmarshal([]byte(line), &message) == nil && strings.HasPrefix(message.Diagnostic.Summary, summary) {
			types = append(types, typeName.FindString(message.Diagnostic.Address+message.Diagnostic.Detail))
		}
	}
	slices.Sort(types)
	return slices.Compact(types)
}

// exist returns the types of new objects that a plan refuses because they exist.
func exist(t *testing.T, out string) (types []string) {
	t.Helper()
	for _, summary := range []string{"The external ID is taken", "The object exists"} {
		types = append(types, diagnosed(t, out, summary)...)
	}
	return types
}

// refusedAgain returns the types that a plan refuses because the object exists, or because the plan
// also destroys it, such as a deposed one: the second of the two calls reports it.
func refusedAgain(t *testing.T, out string) []string {
	t.Helper()
	types := append(exist(t, out), diagnosed(t, out, "Destroyed at one address and created at another")...)
	slices.Sort(types)
	return slices.Compact(types)
}

// A renamed key of for_each never deletes an object: a plan that would do so is an error for every
// type, and a `moved` block changes nothing.
func TestKept_renamedKeys(t *testing.T) {
	t.Parallel()
	all, _ := declarableTypes(t)
	const before, after = `for_each = toset(["before"])`, `for_each = toset(["after"])`
	e := declaring(t, declares(t, all, before))

	e.configures(declares(t, all, after))
	untouched := e.sim.State()
	out := e.must(1, "plan", "-json")
	if refused := refusedAgain(t, out); !slices.Equal(refused, all) {
		t.Errorf("reported of %v", refused)
	}
	e.must(0, "plan", "-destroy", "-refresh=false", "-no-color")
	var moved strings.Builder
	for _, name := range all {
		fmt.Fprintf(&moved, "moved {\n  from = %[1]s.x[\"before\"]\n  to = %[1]s.x[\"after\"]\n}\n", name)
	}
	e.configures(declares(t, all, after) + moved.String())
	e.must(0, "apply", "-auto-approve", "-no-color")
	if !bytes.Equal(untouched, e.sim.State()) {
		t.Error("the plan or the move changed the service")
	}
}

// A replacement with create_before_destroy never deletes the new object together with the old one:
// either the run keeps and reports it, or its create fails before anything is destroyed. The next
// plan is empty. A CLI plans each object once more in the apply, without its old instance: until the
// run has changed something, that call cannot know that the existing object is the old one. It is
// then deposed, and the next plan is an error.
func TestKept_createBeforeDestroy(t *testing.T) {
	t.Parallel()
	all, idempotent := declarableTypes(t)
	triggered := func(input string) string {
		return fmt.Sprintf("resource \"terraform_data\" \"t\" {\n  input = %q\n}\n", input) +
			declares(t, all, "lifecycle {\n    create_before_destroy = true\n    replace_triggered_by = [terraform_data.t]\n  }")
	}
	e := declaring(t, triggered("1"))
	e.configures(triggered("2"))
	out := e.must(1, "apply", "-auto-approve", "-json")
	others := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(idempotent, name) })
	early := exist(t, out)
	failed := append(slices.Clone(early), diagnosed(t, out, "Could not create ")...)
	if slices.Sort(failed); slices.ContainsFunc(others, func(name string) bool { return !slices.Contains(failed, name) }) {
		t.Errorf("failed: %v", failed)
	}
	if hints := strings.Count(out, "remove create_before_destroy"); hints < len(others) {
		t.Errorf("%d of %d errors name the remedy", hints, len(others))
	}
	kept := regexp.MustCompile(`"summary":"Kept ([a-z ]+)"`).FindAllStringSubmatch(out, -1)
	if len(kept)+len(early) < len(idempotent) {
		t.Errorf("%d of %d are reported as kept: %v", len(kept), len(idempotent), kept)
	}
	if len(early) == 0 {
		e.must(0, "plan", "-detailed-exitcode", "-no-color")
	} else if again := refusedAgain(t, e.must(1, "plan", "-json")); !slices.Equal(again, slices.Sorted(slices.Values(early))) {
		t.Errorf("the next plan refuses %v instead of %v", again, early)
	}
	if deleted := e.deletes(); len(deleted) > 0 {
		t.Errorf("deleted: %v", deleted)
	}
}

// recordedIDs returns the IDs in the state by address.
func (w *workspace) recordedIDs() map[string]string {
	w.t.Helper()
	type module struct {
		Resources []struct {
			Address string
			Values  struct{ ID string }
		}
		Children []json.RawMessage `json:"child_modules"`
	}
	var state struct {
		Values struct {
			Root json.RawMessage `json:"root_module"`
		}
	}
	decodeJSON(w.t, w.must(0, "show", "-json"), &state)
	ids := map[string]string{}
	for open := []json.RawMessage{state.Values.Root}; len(open) > 0; open = open[1:] {
		var of module
		if len(open[0]) > 0 {
			decodeJSON(w.t, open[0], &of)
		}
		for _, r := range of.Resources {
			ids[r.Address] = r.Values.ID
		}
		open = append(open, of.Children...)
	}
	return ids
}

// deletes returns the paths of the requests that deleted something.
func (w *workspace) deletes() (paths []string) {
	for _, request := range w.sim.Requests() {
		if request.Method == http.MethodDelete {
			paths = append(paths, request.Path)
		}
	}
	return paths
}

// No plan check prevents the destroy of an unchanged configuration, even if its findings are
// errors.
func TestKept_everythingIsDestroyed(t *testing.T) {
	t.Parallel()
	all, _ := declarableTypes(t)
	e := declaring(t, declares(t, append(all, "idm_terms"), ""))
	e.environment = append(e.environment, "IDM_PLAN_CHECKS=error")
	e.must(0, "destroy", "-auto-approve", "-no-color")
	if held := e.recordedIDs(); len(held) > 0 {
		t.Errorf("the state has %v", held)
	}
}
