package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/rings"
)

// treeOf declares units that refer to each other by literals, so that a CLI creates them in any
// order.
func treeOf(parents map[string]string, name func(extID string) string) string {
	var b strings.Builder
	for _, extID := range slices.Sorted(maps.Keys(parents)) {
		fmt.Fprintf(&b, "resource \"idm_unit\" %q {\n  ext_id = %[1]q\n  name = %q\n  profileless = false\n", extID, name(extID))
		if parent := parents[extID]; parent != "" {
			fmt.Fprintf(&b, "  parent_unit_ext_id = %q\n", parent)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// Units below a parent whose create failed are not in the state, and each has its own error.
func TestTree_parentNotCreated(t *testing.T) {
	t.Parallel()
	own := func(extID string) string { return extID }
	for name, test := range map[string]struct {
		parents map[string]string
		name    func(extID string) string
		// early is the number of units whose create may return before the others give up.
		early int
	}{
		"a name that another unit has": {map[string]string{"z": "acme-hq", "a": "z", "b": "a", "c": "z"}, func(extID string) string {
			if extID == "z" {
				return "IT"
			}
			return extID
		}, 0},
		"a missing parent":            {map[string]string{"a": "missing"}, own, 0},
		"a missing parent of several": {map[string]string{"a": "missing", "b": "a", "c": "missing", "d": "c"}, own, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, treeOf(test.parents, test.name), asAdmin)
			out := w.must(1, "apply", "-auto-approve", "-json")
			failed := map[string]string{}
			for line := range strings.Lines(out) {
				var message struct {
					Diagnostic struct{ Severity, Address, Detail string }
				}
				if json.Unmarshal([]byte(line), &message) == nil && message.Diagnostic.Severity == "error" {
					failed[strings.TrimPrefix(message.Diagnostic.Address, "idm_unit.")] += message.Diagnostic.Detail
				}
			}
			held := w.recordedIDs()
			if len(held) > test.early {
				t.Errorf("the state has %v", held)
			}
			for extID := range test.parents {
				if _, early := held["idm_unit."+extID]; !early && !strings.Contains(failed[extID], "unit acme/"+extID+"\n") {
					t.Errorf("the error of %s is %q", extID, failed[extID])
				}
			}
		})
	}
}

// A tree is created in one apply with any parallelism of the CLI.
func TestTree_parallelism(t *testing.T) {
	t.Parallel()
	parents := map[string]string{"zz": ""}
	for i := range 14 {
		parents[fmt.Sprintf("a%03d", i)] = "zz"
	}
	for _, parallelism := range []string{"2", "4", "10"} {
		t.Run(parallelism, func(t *testing.T) {
			t.Parallel()
			if parallelism != "10" {
				rings.Campaign(t, "it repeats the test for other numbers of calls")
			}
			w := newWorkspace(t, treeOf(parents, func(extID string) string { return extID }), asAdmin)
			w.must(0, "apply", "-auto-approve", "-no-color", "-parallelism="+parallelism)
			w.must(0, "plan", "-detailed-exitcode", "-no-color")
		})
	}
}
