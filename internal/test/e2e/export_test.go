package e2e

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
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
	server, err := sim.New(o)
	if err != nil {
		t.Fatal(err)
	}
	service := httptest.NewServer(server)
	t.Cleanup(service.Close)
	e := &exporting{workspace: &workspace{t: t, folder: t.TempDir(), sim: server, url: service.URL},
		out: filepath.Join(t.TempDir(), "tenant")}
	e.environment = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + e.folder, "TMPDIR=" + e.folder, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1",
		"TF_CLI_CONFIG_FILE=" + e.mirror(), "IDM_BASE_URL=" + e.url, "IDM_CLIENT_EXT_ID=" + client, "IDM_TOKEN=admin",
	}
	return e
}

// mirror returns the configuration of a CLI that installs the provider from a folder.
func (e *exporting) mirror() string {
	e.t.Helper()
	built := binary(e.t)
	for _, registry := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		target := filepath.Join(e.folder, "mirror", registry, "identity-iac", "idm", "0.1.0", runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.MkdirAll(target, 0o700); err != nil {
			e.t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(built, "terraform-provider-idm"),
			filepath.Join(target, "terraform-provider-idm_v0.1.0")); err != nil {
			e.t.Fatal(err)
		}
	}
	e.write("cli.tfrc",
		fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", filepath.Join(e.folder, "mirror")))
	return filepath.Join(e.folder, "cli.tfrc")
}

// idmctl runs the companion command; variables override those of the workspace.
func (e *exporting) idmctl(variables []string, arguments ...string) (stdout, stderr string, code int) {
	e.t.Helper()
	return e.companion(append(slices.Clone(e.environment), variables...), arguments...)
}

type exportSummary struct {
	Dangers []struct {
		What string
		IDs  []string
	}
	Imports  int
	Requests int
	Withheld []struct{ ID string }
	Differs  []export.Difference
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

func TestExport_adoptsAnAwkwardTenant(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]struct {
		quirks, arguments []string
		imports           int
	}{
		"single": {imports: 56},
		"authoritative": {quirks: []string{"lower-limit", "no-total", "later-releases"}, arguments: []string{"--grants", "authoritative"},
			imports: 57},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newExporting(t, run.quirks...)
			before := string(e.sim.State())
			summary := e.export(0, nil, e.out, run.arguments...)
			if summary.Imports != run.imports || len(summary.Withheld) != 3 || len(summary.Missing) != 0 ||
				summary.Requests != len(e.sim.Requests()) ||
				!slices.Contains(summary.Dangers[len(summary.Dangers)-1].IDs, "idm_profile müller%2F10%25/p-6") {
				t.Errorf("summary: %+v", summary)
			}
			first := e.files(e.out)
			for name, content := range first {
				if strings.Contains(content, "TOP-SECRET") || strings.Contains(content, "globex") {
					t.Errorf("%s holds a secret, or something of another client:\n%s", name, content)
				}
			}
			e.adopts(e.out, summary.Imports)
			w := e.at(e.out)
			w.must(0, "apply", "-no-color", "plan.bin")
			w.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
			if err := os.Remove(filepath.Join(e.out, "imports.tf")); err != nil {
				t.Fatal(err)
			}
			w.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
			if after := string(e.sim.State()); after != before {
				t.Errorf("the tenant changed:\n%s", after)
			}

			again := e.out + "-again"
			e.export(0, nil, again, run.arguments...)
			second := e.files(again)
			if len(second) != len(first) {
				t.Errorf("the second export has %d files, the first %d", len(second), len(first))
			}
			for name, content := range first {
				if second[name] != content {
					t.Errorf("the second export differs in %s:\n%s\n%s", name, content, second[name])
				}
			}
		})
	}
}

// A manual grant appears in the next plan.
func TestExport_authoritativeShowsManualGrants(t *testing.T) {
	t.Parallel()
	e := newExporting(t)
	e.export(0, nil, e.out, "--grants", "authoritative", "--user", "u-jürgen")
	w := e.at(e.out)
	w.must(0, "init", "-no-color")
	w.must(0, "apply", "-auto-approve", "-no-color", "-input=false")
	e.call(http.MethodPost, "m%C3%BCller%2F10%25/profiles/p-5/eauthorizations/", `{"enterpriseRoleExtId": "er-2"}`)
	if out := w.must(2, "plan", "-detailed-exitcode", "-no-color", "-input=false"); !strings.Contains(out, "- er-2") {
		t.Errorf("the plan does not take it away:\n%s", out)
	}
}

// The migration in the guide from single to authoritative grants: remove them from the state,
// replace the files, and plan an import without changes.
func TestExport_movesToAuthoritative(t *testing.T) {
	t.Parallel()
	e := newExporting(t)
	e.export(0, nil, e.out, "--user", "u/anna")
	w := e.at(e.out)
	w.must(0, "init", "-no-color")
	w.must(0, "apply", "-auto-approve", "-no-color", "-input=false")
	remove := []string{"state", "rm"}
	for address := range strings.FieldsSeq(w.must(0, "state", "list")) {
		if strings.HasPrefix(address, "idm_authorization.") || strings.HasPrefix(address, "idm_enterprise_authorization.") {
			remove = append(remove, address)
		}
	}
	w.must(0, remove...)
	authoritative := e.out + "-authoritative"
	e.export(0, nil, authoritative, "--user", "u/anna", "--grants", "authoritative")
	for name, content := range e.files(authoritative) {
		w.write(name, content)
	}
	if out := w.must(0, "plan", "-no-color", "-input=false"); !strings.Contains(out, "6 to import, 0 to add, 0 to change, 0 to destroy") {
		t.Errorf("the plan does more than to import the grants of three profiles:\n%s", out)
	}
}

func TestExport_filters(t *testing.T) {
	t.Parallel()
	for _, row := range acctest.Table(t, "testdata/tables/export_filters.hcl") {
		t.Run(row.Name, func(t *testing.T) {
			t.Parallel()
			e := newExporting(t)
			summary := e.export(0, nil, e.out, row.Texts("arguments")...)
			if summary.Imports != row.Number("imports") {
				t.Errorf("%d to import, want %d", summary.Imports, row.Number("imports"))
			}
			var all strings.Builder
			for _, content := range e.files(e.out) {
				all.WriteString(content)
			}
			for _, text := range row.Texts("holds") {
				if !strings.Contains(all.String(), text) {
					t.Errorf("%s is missing in\n%s", text, all.String())
				}
			}
			for _, text := range row.Texts("lacks") {
				if strings.Contains(all.String(), text) {
					t.Errorf("%s is in\n%s", text, all.String())
				}
			}
			e.adopts(e.out, summary.Imports)
		})
	}
}

func TestExport_overwritesNothing(t *testing.T) {
	e := newExporting(t)
	e.inProcess = true
	e.write("taken/mine.tf", "# mine\n")
	_, complaint, code := e.idmctl(nil, "export", "--out", "taken")
	if code != 1 || !strings.Contains(complaint, "the output folder taken is not empty") || strings.Count(complaint, "\n") != 1 {
		t.Errorf("exit code %d: %s", code, complaint)
	}
	if files := e.files(filepath.Join(e.folder, "taken")); len(files) != 1 || files["mine.tf"] != "# mine\n" {
		t.Errorf("the folder holds %v", files)
	}
	if len(e.sim.Requests()) != 0 {
		t.Error("it was read before the folder was looked at")
	}
	if err := os.Mkdir(e.out, 0o700); err != nil {
		t.Fatal(err)
	}
	e.export(0, nil, e.out)
	if files := e.files(e.out); len(files) != 7 {
		t.Errorf("an empty folder got %d files", len(files))
	}
}

func TestExport_errorsAreOneLine(t *testing.T) {
	e := newExporting(t)
	e.inProcess = true
	for _, row := range acctest.Table(t, "testdata/tables/export_refused.hcl") {
		t.Run(row.Name, func(t *testing.T) {
			arguments := append([]string{"export", "--out", "never"}, row.Texts("arguments")...)
			_, complaint, code := e.idmctl(row.Texts("variables"), arguments...)
			if code != 1 || !strings.Contains(complaint, row.Text("want")) || strings.Count(complaint, "\n") != 1 {
				t.Errorf("exit code %d, want one line with %q: %s", code, row.Text("want"), complaint)
			}
			e.nothingIn(e.folder, "never")
		})
	}
	if _, complaint, code := e.idmctl(nil, "export"); code != 1 || !strings.Contains(complaint, "--out") {
		t.Errorf("exit code %d: %s", code, complaint)
	}
}

// nothingIn checks that a folder contains no file with a name, complete or partial.
func (e *exporting) nothingIn(folder, name string) {
	e.t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		e.t.Fatal(err)
	}
	if i := slices.IndexFunc(entries, func(d fs.DirEntry) bool { return strings.Contains(d.Name(), name) }); i >= 0 {
		e.t.Errorf("%s was left behind", entries[i].Name())
	}
}

// Unreadable objects are reported with the remedy, the rest is exported, and an incomplete list of
// grants does not remove others.
func TestExport_reportsMissingParts(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]struct {
		variables []string
		fault     string
		what, way string
		extIDs    int
	}{
		"rights": {variables: []string{"IDM_TOKEN=cannot-see-grants"}, what: "authorizations of profile",
			way:    "AccessControl.AuthorizationView",
			extIDs: 6},
		"a fault": {fault: "status:status=500,path=*/profiles/p-5/authorizations/", what: "authorizations of profile", way: "command again",
			extIDs: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newExporting(t)
			if run.fault != "" {
				fault, err := sim.ParseFault(run.fault)
				if err != nil {
					t.Fatal(err)
				}
				if err := e.sim.SetFaults(fault); err != nil {
					t.Fatal(err)
				}
			}
			summary := e.export(2, run.variables, e.out, "--grants", "authoritative")
			if len(summary.Missing) == 0 || summary.Missing[0].What != run.what || len(summary.Missing[0].ExtIDs) != run.extIDs ||
				!strings.Contains(summary.Missing[0].WayOut, run.way) {
				t.Errorf("missing: %+v", summary.Missing)
			}
			if err := e.sim.SetFaults(); err != nil {
				t.Fatal(err)
			}
			e.adopts(e.out, summary.Imports)
		})
	}
}

// Terms belong to all clients, and are exported only on request.
func TestExport_terms(t *testing.T) {
	t.Parallel()
	for _, layout := range []string{"hcl", "data"} {
		e := newExporting(t)
		terms := `{"name": "Terms ${x}", "active": true, "silentAcceptance": false, "termsVersion": "1", "urls": {"EN": "https://x.example"}}`
		e.call(http.MethodPost, "terms", terms)
		summary := e.export(0, nil, e.out, "--only", "terms", "--layout", layout)
		if summary.Imports != 1 {
			t.Errorf("%d to import", summary.Imports)
		}
		e.adopts(e.out, summary.Imports)
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

// An update adds new objects, keeps edits and addresses, and lists deleted objects; a second update
// changes nothing.
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
			if code != 0 || !strings.Contains(printed, "New in the folder: 4\n") ||
				!strings.Contains(printed, "(müller%2F10%25/p-4/e-2)") {
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

func TestExport_updateRefused(t *testing.T) {
	t.Parallel()
	e := newExporting(t)
	e.write("taken/mine.tf", "# mine\n")
	_, complaint, code := e.idmctl(nil, "export", "--out", "taken", "--update")
	if code != 1 || !strings.Contains(complaint, "taken has no names.yaml") || strings.Count(complaint, "\n") != 1 {
		t.Errorf("exit code %d: %s", code, complaint)
	}
	e.export(0, nil, e.out, "--user", "u-none")
	_, complaint, code = e.idmctl(nil, "export", "--out", e.out, "--update", "--split")
	if code != 1 || !strings.Contains(complaint, "the folder has the layout hcl with single grants, and an update keeps both") {
		t.Errorf("exit code %d: %s", code, complaint)
	}
	e.at(e.out).write("broken.tf", "resource {")
	_, complaint, code = e.idmctl(nil, "export", "--out", e.out, "--update")
	if code != 1 || !strings.Contains(complaint, "nothing was changed: correct the file") {
		t.Errorf("exit code %d: %s", code, complaint)
	}
}

// The search finds a root unit without a profile if the caller may search; otherwise the summary
// reports it.
func TestExport_rootWithoutAProfile(t *testing.T) {
	t.Parallel()
	e := newExporting(t)
	e.export(0, nil, e.out)
	if units := e.at(e.out).read("lonely.tf"); !strings.Contains(units, `"idm_unit" "lonely"`) || strings.Contains(units, "globex") {
		t.Errorf("lonely.tf:\n%s", units)
	}
	printed, _, _ := e.idmctl([]string{"IDM_TOKEN=cannot-see-grants"}, "export", "--out", e.out+"-2")
	_, err := os.Stat(filepath.Join(e.out+"-2", "lonely.tf"))
	if !strings.Contains(printed, "it needs the permission AccessControl.UnitSearch") || err == nil {
		t.Errorf("told %s", printed)
	}
}
