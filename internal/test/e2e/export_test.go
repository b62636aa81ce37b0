package e2e

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// exportedClient is the client of testdata/export.json, a tenant with the most difficult names and
// texts that a service accepts.
const exportedClient = "müller/10%"

// exporting is a workspace with the difficult tenant. Its CLI installs the provider from a mirror.
type exporting struct {
	*workspace
	out string
}

func newExporting(t *testing.T, quirks ...string) *exporting {
	t.Helper()
	seed, err := os.ReadFile("testdata/export.json")
	if err != nil {
		t.Fatal(err)
	}
	return exportingFrom(t, sim.Options{Seed: seed, Quirks: quirks}, exportedClient)
}

// exportingFrom works like newExporting for another tenant, whose administrator has the token
// admin.
func exportingFrom(t *testing.T, o sim.Options, client string) *exporting {
	t.Helper()
	w := newWorkspaceAt(t, o, "", "IDM_CLIENT_EXT_ID="+client, "IDM_TOKEN=admin")
	w.remove("main.tf")
	w.mirrored("")
	if !bytes.Equal(o.Seed, sim.DemoSeed()) {
		w.token = "admin"
	}
	return &exporting{workspace: w, out: filepath.Join(t.TempDir(), "tenant")}
}

// idmctl runs the companion command; variables override those of the workspace.
func (e *exporting) idmctl(variables []string, arguments ...string) (stdout, stderr string, code int) {
	e.t.Helper()
	return e.companion(append(slices.Clone(e.environment), variables...), arguments...)
}

type exportSummary struct {
	Imports  int
	Requests int
	Withheld []struct{ ID string }
	Missing  []struct {
		What   string
		ExtIDs []string `json:"ext_ids"`
		WayOut string   `json:"way_out"`
	}
}

// export exports to a folder and checks the exit code.
func (e *exporting) export(code int, variables []string, out string, arguments ...string) exportSummary {
	e.t.Helper()
	printed, complaints, got := e.idmctl(variables, append([]string{"export", "--out", out, "--output", "json"}, arguments...)...)
	if got != code {
		e.t.Fatalf("exit code %d, want %d\n%s%s", got, code, printed, complaints)
	}
	var summary exportSummary
	decodeJSON(e.t, printed, &summary)
	return summary
}

// at returns the workspace in another folder.
func (e *exporting) at(folder string) *workspace {
	w := *e.workspace
	w.folder = folder
	return &w
}

// files returns the contents of a folder by name.
func (e *exporting) files(folder string) map[string]string {
	e.t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		e.t.Fatal(err)
	}
	contents := map[string]string{}
	for _, entry := range entries {
		contents[entry.Name()] = e.at(folder).read(entry.Name())
	}
	return contents
}

// adopts checks that a plan of an exported folder imports the given number of objects and changes
// nothing.
func (e *exporting) adopts(folder string, imports int) {
	e.t.Helper()
	w := e.at(folder)
	w.must(0, "fmt", "-check", "-recursive", "-diff", "-no-color")
	w.must(0, "init", "-no-color")
	out := w.must(0, "plan", "-out=plan.bin", "-no-color", "-input=false")
	if want := fmt.Sprintf("%d to import, 0 to add, 0 to change, 0 to destroy", imports); !strings.Contains(out, want) {
		e.t.Errorf("the plan does not show %q:\n%s", want, out)
	}
	if strings.Contains(out, "TOP-SECRET") {
		e.t.Errorf("the plan shows a secret:\n%s", out)
	}
	if strings.Contains(out, "Warning") {
		e.t.Errorf("the plan warns:\n%s", out)
	}
}

// Each layout imports everything and changes nothing; with --split each folder is a separate root. A
// destroy archives each person.
func TestExport_layouts(t *testing.T) {
	t.Parallel()
	for name, arguments := range map[string][]string{
		"hcl":        {"--people"},
		"data":       {"--layout", "data", "--people", "--zone", "Europe/Zurich"},
		"hcl split":  {"--split", "--people", "--grants", "authoritative"},
		"data split": {"--layout", "data", "--split", "--people"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if strings.Contains(name, "split") {
				rings.Campaign(t, "it repeats the test for each root")
			}
			e := newExporting(t)
			before := string(e.sim.State())
			summary := e.export(0, nil, e.out, arguments...)
			roots, err := filepath.Glob(filepath.Join(e.out, "*", "provider.tf"))
			if err != nil || strings.Contains(name, "split") != (len(roots) > 1) {
				t.Fatal(roots, err)
			}
			if len(roots) == 0 {
				roots = []string{filepath.Join(e.out, "provider.tf")}
			}
			imports := 0
			for _, root := range roots {
				w := e.at(filepath.Dir(root))
				count := strings.Count(w.read("imports.tf"), "import {")
				imports += count
				e.adopts(w.folder, count)
				w.must(0, "apply", "-no-color", "plan.bin")
				w.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false", "-out", "kept.bin")
				w.write("kept.json", w.must(0, "show", "-json", "kept.bin"))
				for _, kept := range []string{"kept.bin", "kept.json"} {
					e.sees(filepath.Join(w.folder, kept))
				}
				state := w.must(0, "show", "-json")
				if people := strings.Count(state, `"login_id"`); strings.Count(state, `"on_destroy":"archive"`) != people {
					t.Errorf("not all of %d people are archived by a destroy:\n%s", people, state)
				}
			}
			if summary.Imports != imports {
				t.Errorf("%d to import, %d in the roots", summary.Imports, imports)
			}
			if after := string(e.sim.State()); after != before {
				t.Errorf("the tenant changed:\n%s", after)
			}
		})
	}
}

// joins checks that a plan with one more unit and one more person shows these two and nothing else.
func (w *workspace) joins() {
	w.t.Helper()
	rows, err := csv.NewReader(strings.NewReader(w.read("people.csv"))).ReadAll()
	if err != nil || len(rows) < 2 {
		w.t.Fatal(err, rows)
	}
	row := make([]string, len(rows[0]))
	row[0], row[1], row[2], row[3], row[4] = "newcomer", "New", "Comer", rows[1][3], rows[1][4]
	w.write("people.csv", w.read("people.csv")+strings.Join(row, ",")+"\r\n")
	w.write("units.yaml", w.read("units.yaml")+"\nnew-unit: { name: New unit }\n")
	w.must(0, "plan", "-no-color", "-input=false", "-out", "joins.bin")
	var plan tfjson.Plan
	if err := plan.UnmarshalJSON([]byte(w.must(0, "show", "-json", "joins.bin"))); err != nil {
		w.t.Fatal(err)
	}
	for _, change := range plan.ResourceChanges {
		var added []string
		for _, name := range []string{"users", "profiles", "units"} {
			before, _ := change.Change.Before.(map[string]any)[name].(map[string]any)
			after, _ := change.Change.After.(map[string]any)[name].(map[string]any)
			for key, element := range after {
				if was, existed := before[key]; !existed {
					added = append(added, name+" "+key)
				} else if !reflect.DeepEqual(was, element) {
					w.t.Errorf("%s of %s changes from %v to %v", key, change.Address, was, element)
				}
			}
		}
		if change.Change.Actions.NoOp() != (added == nil) || len(added) > 1 {
			w.t.Errorf("%s: %v adds %q", change.Address, change.Change.Actions, added)
		}
	}
}

// sees checks that a report of drift compares everything that a plan without changes manages, and
// finds it as declared.
func (e *exporting) sees(plan string) {
	e.t.Helper()
	var found struct {
		NotSeen    []string          `json:"not_seen"`
		Undeclared []json.RawMessage `json:"undeclared"`
		Drift      []json.RawMessage `json:"drift"`
	}
	output, _, _ := e.idmctl(nil, "drift", plan, "--output", "json")
	if err := json.Unmarshal([]byte(output), &found); err != nil || len(found.NotSeen)+len(found.Undeclared)+len(found.Drift) > 0 {
		e.t.Errorf("%s: %v\n%s", plan, err, output)
	}
}

// call sends a request to the service as the administrator.
func (e *exporting) call(method, path, body string) {
	e.t.Helper()
	e.behindTheBack(method, "/"+path, body)
}

// An update adds new objects, and keeps edits and addresses; a second update changes nothing.
func TestExport_update(t *testing.T) {
	t.Parallel()
	for layout, edited := range map[string]string{"hcl": "deep_1.tf", "split": "deep_1/units.tf"} {
		t.Run(layout, func(t *testing.T) {
			t.Parallel()
			if layout == "split" {
				rings.Campaign(t, "it repeats the test for each layout")
			}
			e := newExporting(t)
			e.export(0, nil, e.out, fmt.Sprintf("--split=%t", layout == "split"))
			roots := []string{""}
			if layout == "split" {
				roots = []string{"deep_1", "lonely", "tenant", "zuerich_mueller_hq_var_x_if_hq"}
			}
			for _, root := range roots {
				w := e.at(filepath.Join(e.out, root))
				w.must(0, "init", "-no-color")
				w.must(0, "apply", "-auto-approve", "-no-color", "-input=false")
				w.remove("imports.tf")
			}
			w := e.at(e.out)
			mine := w.read(edited) + "\n# mine\n"
			w.write(edited, mine)
			before := w.read("names.yaml")
			// The new unit shares its name with others, and the new grant belongs to an existing
			// profile.
			client := "m%C3%BCller%2F10%25/"
			e.call(http.MethodPost, client+"units/", `{"extId": "new", "name": "Deep", "parentUnitExtId": "deep/3", "profileless": false}`)
			e.call(http.MethodPost, client+"users/u-none/profiles", `{"extId": "p-new", "unitExtId": "new"}`)
			e.call(http.MethodPost, client+"profiles/p-new/authorizations/", `{"roleExtId": "crm-reader"}`)
			e.call(http.MethodPost, client+"profiles/p-4/eauthorizations/", `{"enterpriseRoleExtId": "er-verkäufer"}`)
			e.call(http.MethodDelete, client+"profiles/p-4/eauthorizations/e-2", "")
			printed, complaint, code := e.idmctl(nil, "export", "--out", e.out, "--update")
			if code != 0 || !strings.Contains(strings.Join(strings.Fields(printed), " "), "to import 4 ") {
				t.Fatalf("exit code %d: %s%s", code, printed, complaint)
			}
			for line := range strings.Lines(mine) {
				if !strings.Contains(w.read(edited), line) {
					t.Errorf("%q is lost in\n%s", line, w.read(edited))
				}
			}
			for line := range strings.Lines(before) {
				if !strings.Contains(w.read("names.yaml"), strings.TrimRight(line, "\n")) {
					t.Errorf("%q is lost in names.yaml", line)
				}
			}
			changed := e.at(filepath.Join(e.out, roots[0]))
			changed.must(0, "fmt", "-check", "-recursive", "-no-color")
			imported, taken := 4, 0
			out := changed.must(0, "plan", "-no-color", "-input=false")
			if !strings.Contains(out, fmt.Sprintf("%d to import, 0 to add, %d to change, 1 to destroy", imported, taken)) &&
				!strings.Contains(out, fmt.Sprintf("%d to import, 1 to add, %d to change, 0 to destroy", imported, taken)) {
				t.Errorf("the plan does more than to import what is new and to grant again what went:\n%s", out)
			}
			after := w.read(edited)
			if again := e.export(0, nil, e.out, "--update"); again.Imports != 0 || w.read(edited) != after {
				t.Errorf("the second update adds %d:\n%s", again.Imports, w.read(edited))
			}
		})
	}
}
