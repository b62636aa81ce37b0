package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

var size = flag.String("tenant", "small", "size of the tenant that is made from nothing: small, or full")

// emptyClient is a service with a client that contains only its administrator.
const emptyClient = `{
  "clients": [{"extId": "acme", "name": "Acme"}],
  "callers": [{"token": "admin", "clientExtId": "acme", "permissions": ["*"], "clients": ["*"]}]
}`

// whole is a tenant of testdata/whole: the values of its variables, which are the numbers of its
// objects.
type whole struct {
	applications, roles, enterpriseRoles, teams, people int
	latency                                             time.Duration
}

func (w whole) variables() string {
	return fmt.Sprintf("applications = %d\nroles = %d\nenterprise_roles = %d\npeople = %d\n", w.applications, w.roles,
		w.enterpriseRoles, w.people)
}

// declareTeams writes a module block for each team. The CLI compares each object of a resource with
// each object of another resource that refers to it, in all instances of a module block. In a
// single block with for_each its cost would grow quadratically with the number of people.
func (e *exporting) declareTeams(w whole) {
	e.t.Helper()
	block := e.read("team.tf.tmpl")
	for i := range w.teams {
		team := fmt.Sprintf("team-%02d", i)
		e.write(team+".tf", strings.NewReplacer("TEAM", team, "NUMBER", strconv.Itoa(i)).Replace(block))
	}
}

// keepsStates adds a backend to a folder. The CLI rewrites a local state after every object, which
// takes longer than everything else with thousands of objects. Teams also store their state
// remotely.
func keepsStates(w *workspace) {
	w.t.Helper()
	var state []byte
	var mu sync.Mutex
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case r.Method == http.MethodPost:
			state, _ = io.ReadAll(r.Body)
		case state == nil:
			rw.WriteHeader(http.StatusNotFound)
		default:
			_, _ = rw.Write(state)
		}
	}))
	w.t.Cleanup(server.Close)
	w.write("backend.tf", fmt.Sprintf("terraform {\n  backend \"http\" {\n    address = %q\n  }\n}\n", server.URL))
}

func (w whole) objects() map[string]int {
	people := w.teams * w.people
	return map[string]int{
		"applications": w.applications, "clientApplications": w.applications, "roles": w.applications * w.roles,
		"enterpriseRoles": w.enterpriseRoles, "units": w.teams + 1, "users": people, "profiles": people,
		"authorizations": people, "enterpriseAuthorizations": people,
	}
}

// A tenant is created, planned without changes, changed, reviewed, exported, adopted into a second
// state and destroyed.
func TestWhole(t *testing.T) {
	t.Parallel()
	w := map[string]whole{
		"small": {applications: 3, roles: 4, enterpriseRoles: 4, teams: 2, people: 4},
		"full":  {applications: 40, roles: 8, enterpriseRoles: 60, teams: 20, people: 50, latency: 20 * time.Millisecond},
	}[*size]
	e := exportingFrom(t, sim.Options{Seed: []byte(emptyClient), Latency: w.latency}, "acme")
	if err := os.CopyFS(e.folder, os.DirFS("testdata/whole")); err != nil {
		t.Fatal(err)
	}
	e.write("terraform.tfvars", w.variables())
	e.declareTeams(w)
	keepsStates(e.workspace)
	e.must(0, "init", "-no-color")
	before := e.counts()

	e.timed("apply", func() { e.must(0, "apply", "-auto-approve", "-no-color", "-parallelism=20") })
	after := e.counts()
	for name, want := range w.objects() {
		if got := after[name] - before[name]; got != want {
			t.Errorf("%s: %d were made, want %d", name, got, want)
		}
	}
	e.timed("empty plan", func() { e.must(0, "plan", "-detailed-exitcode", "-no-color", "-parallelism=20") })

	e.timed("change, plan", func() {
		e.must(0, "plan", "-no-color", "-var=changed=true", "-out=changed.tfplan", "-parallelism=20")
	})
	e.reviewsTheChange(w)
	e.timed("change, apply", func() { e.must(0, "apply", "-no-color", "-parallelism=20", "changed.tfplan") })
	e.must(0, "plan", "-detailed-exitcode", "-no-color", "-var=changed=true", "-parallelism=20")

	e.adoptsTheWhole(w)

	e.timed("destroy", func() { e.must(0, "destroy", "-auto-approve", "-no-color", "-var=changed=true", "-parallelism=20") })
	for name, count := range e.counts() {
		if count != before[name] {
			t.Errorf("%s: %d are left, %d were there at first", name, count, before[name])
		}
	}
}

// timed logs the duration of a step and the number of its requests.
func (e *exporting) timed(step string, do func()) {
	e.t.Helper()
	e.sim.ClearRequests()
	start := time.Now()
	do()
	e.t.Logf("%s: %.1f s, %d requests", step, time.Since(start).Seconds(), len(e.sim.Requests()))
}

// reviewsTheChange checks that the review reports the three effects of the change: all holders of
// the enterprise role lose a role, a person can no longer log in, an application is renamed.
func (e *exporting) reviewsTheChange(w whole) {
	e.t.Helper()
	out, complaint, code := e.idmctl(nil, "review", "changed.tfplan", "--cli", os.Getenv("TF_ACC_TERRAFORM_PATH"), "--output",
		"json")
	if code != 0 {
		e.t.Fatalf("review: exit code %d\n%s%s", code, out, complaint)
	}
	var review struct {
		Findings []struct{ Rules []string }
	}
	decodeJSON(e.t, out, &review)
	rules := map[string]bool{}
	for _, f := range review.Findings {
		for _, rule := range f.Rules {
			rules[rule] = true
		}
	}
	for _, want := range []string{"loss.role", "user.disable", "application.rename"} {
		if !rules[want] {
			e.t.Errorf("the review has no finding of %s: %v", want, rules)
		}
	}
	// All members of the teams have the first enterprise role.
	if holder := "Family team-00"; w.enterpriseRoles > 0 && !strings.Contains(out, holder) {
		e.t.Errorf("the review does not name who loses the role (%s)", holder)
	}
	if _, _, code := e.idmctl(nil, "review", "changed.tfplan", "--cli", os.Getenv("TF_ACC_TERRAFORM_PATH"), "--fail-on",
		"loss"); code != 2 {
		e.t.Errorf("--fail-on loss: exit code %d", code)
	}
}

// adoptsTheWhole exports the tenant with its people, and imports it into a separate state.
func (e *exporting) adoptsTheWhole(w whole) {
	e.t.Helper()
	var summary exportSummary
	e.timed("export", func() { summary = e.export(0, nil, e.out, "--people", "--grants", "single") })
	var objects int
	for _, n := range w.objects() {
		objects += n
	}
	if summary.Imports < objects {
		e.t.Errorf("%d objects are exported, want at least %d", summary.Imports, objects)
	}
	second := e.at(e.out)
	keepsStates(second)
	second.must(0, "init", "-no-color")
	e.timed("adoption, plan", func() {
		out := second.must(0, "plan", "-out=plan.bin", "-no-color", "-input=false", "-parallelism=20")
		if want := fmt.Sprintf("%d to import, 0 to add, 0 to change, 0 to destroy", summary.Imports); !strings.Contains(out, want) {
			e.t.Fatalf("the plan does not show %q:\n%s", want, out[max(0, len(out)-3000):])
		}
	})
	e.timed("adoption, apply", func() { second.must(0, "apply", "-no-color", "-parallelism=20", "plan.bin") })
	if err := os.Remove(filepath.Join(e.out, "imports.tf")); err != nil && !os.IsNotExist(err) {
		e.t.Fatal(err)
	}
	e.timed("adoption, empty plan", func() { second.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false", "-parallelism=20") })
}

// counts returns the number of objects of each kind in the simulator.
func (w *workspace) counts() map[string]int {
	w.t.Helper()
	var state map[string][]json.RawMessage
	decodeJSON(w.t, w.sim.State(), &state)
	counts := map[string]int{}
	for name, elements := range state {
		counts[name] = len(elements)
	}
	return counts
}
