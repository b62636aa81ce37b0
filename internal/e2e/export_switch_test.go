package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/rings"
)

// An update replaces single grants with authoritative ones and back: the plan imports the new
// resources and forgets the old ones, and the service does not change.
func TestExport_switchGrants(t *testing.T) {
	t.Parallel()
	for layout, roots := range map[string][]string{
		"flat": {""}, "by-unit": {""}, "data": {""}, "split": {"deep_1", "lonely", "tenant", "zuerich_mueller_hq_var_x_if_hq"},
	} {
		t.Run(layout, func(t *testing.T) {
			t.Parallel()
			if layout != "data" {
				rings.Campaign(t, "it repeats the test for each layout")
			}
			e := newExporting(t)
			before := string(e.sim.State())
			e.export(0, nil, e.out, "--layout", layout)
			e.applyRoots(roots, false)
			if layout == "flat" {
				// Most users delete the import blocks after the apply; some keep them.
				if err := os.Remove(filepath.Join(e.out, "imports.tf")); err != nil {
					t.Fatal(err)
				}
				e.at(e.out).write("mine.tf", "output \"grant\" {\n  value = idm_authorization."+e.nameOf("idm_authorization")+
					".ext_id\n}\n")
			}
			if layout == "data" {
				// Grants in a file keep their text and keys; grants that exist only in the service
				// are added.
				w := e.at(e.out)
				w.write("data/deep_1.yaml", w.read("data/deep_1.yaml")+"\n# mine\n")
				e.call(http.MethodPost, "m%C3%BCller%2F10%25/profiles/p-4/authorizations/", `{"roleExtId": "crm-reader"}`)
				before = string(e.sim.State())
			}
			for _, grants := range []string{"authoritative", "single", "authoritative"} {
				e.export(0, nil, e.out, "--update", "--grants", grants)
				e.applyRoots(roots, true)
			}
			if layout == "data" && !strings.Contains(e.at(e.out).read("data/deep_1.yaml"), "\n# mine\n") {
				t.Error("an edit is lost")
			}
			if after := string(e.sim.State()); after != before {
				t.Errorf("the tenant changed:\n%s", after)
			}
			if again := e.export(0, nil, e.out, "--update"); again.Imports != 0 {
				t.Errorf("another update adds %d", again.Imports)
			}
		})
	}
}

// nameOf returns the name of a resource in the folder.
func (e *exporting) nameOf(kind string) string {
	e.t.Helper()
	_, rest, found := strings.Cut(e.at(e.out).read("authorizations.tf"), `resource "`+kind+`" "`)
	if !found {
		e.t.Fatal("no " + kind)
	}
	name, _, _ := strings.Cut(rest, `"`)
	return name
}

// applyRoots applies plans that import and, if the form of grants changes, forget; the next plans
// are empty.
func (e *exporting) applyRoots(roots []string, switches bool) {
	e.t.Helper()
	forgotten := 0
	for _, root := range roots {
		w := e.at(filepath.Join(e.out, root))
		w.must(0, "fmt", "-check", "-recursive", "-diff", "-no-color")
		w.must(0, "init", "-no-color")
		out := w.must(0, "plan", "-out=plan.bin", "-no-color", "-input=false")
		imported := strings.Contains(out, "to import, 0 to add, 0 to change, 0 to destroy")
		if !imported && !strings.Contains(out, "Plan: 0 to add, 0 to change, 0 to destroy") && !strings.Contains(out, "No changes") {
			e.t.Errorf("%s: the plan does more than to import and to forget:\n%s", root, out)
		}
		forgotten += strings.Count(out, "will no longer be managed") + strings.Count(out, "will be removed from the")
		w.must(0, "apply", "-no-color", "plan.bin")
		w.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
	}
	if switches && forgotten < 3 {
		e.t.Errorf("only %d resources are forgotten", forgotten)
	}
}

// A folder with one root is converted to the layout data: the plan only moves objects, and neither
// the service nor other parts of the files change.
func TestExport_moveToData(t *testing.T) {
	t.Parallel()
	for name, arguments := range map[string][]string{
		"flat": {"--people"}, "by-unit authoritative": {"--layout", "by-unit", "--grants", "authoritative"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name != "flat" {
				rings.Campaign(t, "it repeats the test for another layout")
			}
			e := newExporting(t)
			before := string(e.sim.State())
			e.export(0, nil, e.out, arguments...)
			e.applyRoots([]string{""}, false)
			var people []string
			if name == "flat" {
				people = []string{"--people"}
				if err := os.Remove(filepath.Join(e.out, "imports.tf")); err != nil {
					t.Fatal(err)
				}
				e.at(e.out).write("mine.tf", "output \"grant\" {\n  value = idm_authorization."+e.nameOf("idm_authorization")+
					".ext_id\n}\n")
			}
			summary := e.export(0, nil, e.out, append([]string{"--update", "--layout", "data"}, people...)...)
			if summary.Imports != 0 {
				t.Errorf("%d to import", summary.Imports)
			}
			w := e.at(e.out)
			w.must(0, "fmt", "-check", "-recursive", "-diff", "-no-color")
			w.must(0, "init", "-no-color")
			out := w.must(0, "plan", "-out=plan.bin", "-no-color", "-input=false")
			if !strings.Contains(out, "Plan: 0 to add, 0 to change, 0 to destroy") || strings.Count(out, "has moved to") < 20 {
				t.Errorf("the plan does more than to move:\n%s", out)
			}
			w.must(0, "apply", "-no-color", "plan.bin")
			if err := os.Remove(filepath.Join(e.out, "moved.tf")); err != nil {
				t.Fatal(err)
			}
			w.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
			if _, err := os.Stat(filepath.Join(e.out, "units.tf")); err == nil {
				t.Error("an empty file is left")
			}
			if again := e.export(0, nil, e.out, append([]string{"--update"}, people...)...); again.Imports != 0 {
				t.Errorf("another update adds %d", again.Imports)
			}
			if after := string(e.sim.State()); after != before {
				t.Errorf("the tenant changed:\n%s", after)
			}
		})
	}
}
