package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// wholeTree holds 13 units with their parents, in three levels.
func wholeTree() map[string]string {
	parents := map[string]string{"zz": ""}
	for i := range 12 {
		extID := fmt.Sprintf("u%02d", i)
		parents[extID] = "zz"
		if i >= 3 {
			parents[extID] = fmt.Sprintf("u%02d", i/3-1)
		}
	}
	return parents
}

// treeOf declares units that refer to their parents by a text or by an attribute.
func treeOf(parents map[string]string, name func(extID string) string, reference string) string {
	var b strings.Builder
	for _, extID := range slices.Sorted(maps.Keys(parents)) {
		fmt.Fprintf(&b, "resource \"idm_unit\" %q {\n  ext_id = %[1]q\n  name = %q\n  profileless = false\n", extID, name(extID))
		if parent := parents[extID]; parent != "" {
			fmt.Fprintf(&b, "  parent_unit_ext_id = "+reference+"\n", parent)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// repeated declares the units as instances of one resource, which cannot refer to each other.
func repeated(parents map[string]string) string {
	return "resource \"idm_unit\" \"all\" {\n  for_each = {\n" + entries(parents, "%q = %q\n") +
		"  }\n  ext_id = each.key\n  name = each.key\n  profileless = false\n" +
		"  parent_unit_ext_id = each.value == \"\" ? null : each.value\n}\n"
}

// together declares the units as one resource.
func together(parents map[string]string) string {
	return "resource \"idm_unit_tree\" \"all\" {\n  units = {\n" +
		entries(parents, "%q = { name = %[1]q, profileless = false, parent = %q }\n") +
		"  }\n}\n"
}

func entries(parents map[string]string, form string) string {
	var b strings.Builder
	for _, extID := range slices.Sorted(maps.Keys(parents)) {
		b.WriteString(strings.Replace(fmt.Sprintf(form, extID, parents[extID]), `parent = ""`, "parent = null", 1))
	}
	return b.String()
}

func asNamed(extID string) string { return extID }

// applyUnits applies a configuration and returns its errors by address. What the state records
// exists, and each other unit has its own error.
func (w *workspace) applyUnits(parents map[string]string, address string, arguments ...string) (failed map[string]string) {
	w.t.Helper()
	out, _ := w.cli(append([]string{"apply", "-auto-approve", "-json"}, arguments...)...)
	failed = map[string]string{}
	for line := range strings.Lines(out) {
		var message struct {
			Diagnostic struct{ Severity, Address, Detail string }
		}
		if json.Unmarshal([]byte(line), &message) == nil && message.Diagnostic.Severity == "error" {
			failed[message.Diagnostic.Address] += message.Diagnostic.Detail
		}
	}
	held, exist := w.recordedIDs(), w.simulatedUnits()
	for extID := range parents {
		at := fmt.Sprintf(address, extID)
		_, recorded := held[at]
		if recorded != slices.Contains(exist, extID) || !recorded && !strings.Contains(failed[at], "unit acme/"+extID+"\n") {
			w.t.Errorf("%s is recorded: %t, the service has %v, the error is %q", extID, recorded, exist, failed[at])
		}
	}
	return failed
}

// A tree is created in one apply if its units are one resource or refer to each other by attribute.
// Units of one for_each that name their parents by text fail with the remedy, and need one apply for
// each level at most.
func TestTree_parallelism(t *testing.T) {
	t.Parallel()
	parents := wholeTree()
	for form, configuration := range map[string]string{
		"one resource":  together(parents),
		"by attribute":  treeOf(parents, asNamed, "idm_unit.%s.ext_id"),
		"by text alone": repeated(parents),
	} {
		for _, parallelism := range []string{"1", "10"} {
			t.Run(form+"/"+parallelism, func(t *testing.T) {
				t.Parallel()
				w := newWorkspace(t, configuration, asAdmin)
				if form == "by text alone" {
					w.applyLevels(parents, parallelism)
				} else {
					w.must(0, "apply", "-auto-approve", "-no-color", "-parallelism="+parallelism)
				}
				w.must(0, "plan", "-detailed-exitcode", "-no-color")
			})
		}
	}
}

// applyLevels applies a tree of three levels by text as often as necessary.
func (w *workspace) applyLevels(parents map[string]string, parallelism string) {
	w.t.Helper()
	for n := 1; ; n++ {
		failed := w.applyUnits(parents, `idm_unit.all["%s"]`, "-parallelism="+parallelism)
		for address, detail := range failed {
			if !strings.Contains(detail, "by attribute") || !strings.Contains(detail, "idm_unit_tree") ||
				!strings.Contains(detail, "apply again") {
				w.t.Errorf("%s: the error has no remedy: %s", address, detail)
			}
		}
		switch {
		case len(failed) == 0:
			return // The CLI chooses the order; the first apply can have the right one.
		case n == 3:
			w.t.Fatalf("the last apply fails: %v", failed)
		}
	}
}
