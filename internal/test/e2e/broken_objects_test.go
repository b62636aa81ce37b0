package e2e

import (
	"encoding/json"
	"net/http"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// brokenItem is a list element that cannot be decoded as any type of object.
const brokenItem = `{"extId":"hostile","name":[1],"roleExtId":[1],"loginId":[1],"userState":{},"type":[1],"policyType":[1],
"unitExtId":[1],"applicationExtId":[1],"enterpriseRoleExtId":[1],"version":"x","propertyId":[1],"userExtId":[1],"termsExtId":[1]}`

// breakLists inserts an undecodable element into the lists at each path.
func (w *workspace) breakLists(paths ...string) {
	w.t.Helper()
	var plants []sim.Fault
	for _, path := range paths {
		plants = append(plants, sim.Fault{Kind: "extra-item", Method: http.MethodGet, Path: path, Item: json.RawMessage(brokenItem)})
	}
	if err := w.sim.SetFaults(plants...); err != nil {
		w.t.Fatal(err)
	}
}

// listPaths returns the paths of the lists that a command has read.
func (w *workspace) listPaths() []string {
	lists := []string{"clients", "applications", "roles", "eroles", "users", "profiles", "authorizations", "eauthorizations", "children",
		"policies", "terms", "credentials", "consents"}
	var paths []string
	for _, r := range w.sim.Requests() {
		escaped, _, _ := strings.Cut(r.Path, "?")
		if !slices.Contains(paths, escaped) && slices.Contains(lists, path.Base(escaped)) && !strings.Contains(escaped, "/query/") {
			paths = append(paths, escaped)
		}
	}
	return paths
}

// An undecodable object in every list that a command reads does not hide the others. It is reported
// with the reason, and access that it may represent does not count as known.
func TestBrokenObjects(t *testing.T) {
	a := newAsks(t)
	a.sim.ClearRequests()
	all := filepath.Join(a.folder, "all")
	a.export(0, nil, all, "--people")
	want := a.files(all)
	paths := a.listPaths()
	if len(paths) < 10 {
		t.Fatal(paths)
	}
	// An authoritative list of roles is never written partially.
	members := func(path string) bool { return path == "/core/v1/acme/eroles/desk/roles" }
	a.breakLists(slices.DeleteFunc(slices.Clone(paths), members)...)
	folder := filepath.Join(a.folder, "export")
	printed, complaints, code := a.idmctl(nil, "export", "--out", folder, "--people")
	if code != 2 || strings.Count(printed, "hostile") < len(paths)-1 || !strings.Contains(printed, "cannot be read") {
		t.Errorf("export: %d\n%s%s", code, printed, complaints)
	}
	for name, content := range a.files(folder) {
		if want[name] != content {
			t.Errorf("%s is\n%s\nand was\n%s", name, content, want[name])
		}
	}
	a.breakLists(paths...)
	printed, complaints, code = a.idmctl(nil, "snapshot", "--out", filepath.Join(a.folder, "broken.json"))
	if code != 2 || strings.Count(printed, "hostile") < len(paths) {
		t.Errorf("snapshot: %d\n%s%s", code, printed, complaints)
	}
	a.breakLists("*/profiles/p1/authorizations/")
	for _, question := range [][]string{{"who", "clerk"}, {"of", "u1"}} {
		if answer := a.ask(2, question...); !strings.Contains(answer, "(not read)") || !strings.Contains(answer, "clerk       desk") &&
			!strings.Contains(answer, "clerk                   desk") {
			t.Error(answer)
		}
	}
}

// With an undecodable object in every list, drift is never reported as clean, and all undeclared and
// unmanaged objects are still reported.
func TestBrokenObjects_drift(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, finalTenant, asAdmin)
	w.must(0, "apply", "-auto-approve", "-no-color")
	d := &drifting{w}
	d.behindTheBack(http.MethodPost, "profiles/p-ben/authorizations/", `{"extId":"by-hand","roleExtId":"wiki-editor"}`)
	w.must(0, "plan", "-out=tenant.plan", "-no-color")
	w.sim.ClearRequests()
	counted := func() (of struct {
		Summary struct{ Undeclared, Unmanaged int }
	}) {
		out, _ := d.drift(2, "tenant.plan", everything, "--output", "json")
		decodeJSON(t, out, &of)
		return of
	}
	want := counted()
	w.breakLists(w.listPaths()...)
	// A credential with an unknown structure counts as undeclared access.
	got := counted()
	if got.Summary.Undeclared < want.Summary.Undeclared || got.Summary.Unmanaged != want.Summary.Unmanaged {
		t.Errorf("%+v, want %+v", got.Summary, want.Summary)
	}
	if printed, _ := d.drift(2, "tenant.plan", everything); strings.Count(printed, "hostile") < len(w.listPaths()) {
		t.Errorf("an object is not named:\n%s", printed)
	}
}
