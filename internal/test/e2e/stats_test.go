package e2e

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

const counted = `
resource "idm_unit" "parent" {
  ext_id      = "stats-parent"
  profileless = true
}

resource "idm_unit" "child" {
  count              = 3
  ext_id             = "stats-child-${count.index}"
  parent_unit_ext_id = idm_unit.parent.ext_id
  profileless        = false
}

resource "idm_profile" "ben" {
  ext_id      = "stats-profile"
  user_ext_id = "u-ben"
  unit_ext_id = idm_unit.child[0].ext_id
}

resource "idm_authorization" "ben" {
  for_each       = toset(["crm-reader", "wiki-editor"])
  profile_ext_id = idm_profile.ben.ext_id
  role_ext_id    = each.key
  ext_id         = "stats-${each.key}"
}
`

// lines returns the content of a statistics file: one line for each process of the provider that
// called the service.
func (w *workspace) lines(name string) []statsLine {
	w.t.Helper()
	var all []statsLine
	for line := range strings.Lines(w.read(name)) {
		var one statsLine
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			w.t.Fatalf("%v in %q", err, line)
		}
		all = append(all, one)
	}
	return all
}

type statsLine struct {
	Requests       map[string]int
	Errors         map[string]int
	Retries, Lists int
	ListHits       int     `json:"list_hits"`
	Paused         float64 `json:"paused_seconds"`
}

// sum adds up the statistics of all processes.
func sum(lines []statsLine) statsLine {
	all := statsLine{Requests: map[string]int{}, Errors: map[string]int{}}
	for _, line := range lines {
		for kind, n := range line.Requests {
			all.Requests[kind] += n
		}
		for status, n := range line.Errors {
			all.Errors[status] += n
		}
		all.Retries, all.Lists, all.ListHits, all.Paused = all.Retries+line.Retries, all.Lists+line.Lists, all.ListHits+line.ListHits,
			all.Paused+line.Paused
	}
	return all
}

var extIDs = regexp.MustCompile(`/(stats-[\w-]+|u-ben|crm-reader|wiki-editor)`)

// served counts the simulator's request log in the same way as the statistics.
func served(log []sim.Request) (kinds, errors map[string]int) {
	kinds, errors = map[string]int{}, map[string]int{}
	for _, r := range log {
		path, _, _ := strings.Cut(strings.Replace(r.Path, "/clients/acme", "/clients/{id}", 1), "?")
		path = strings.TrimSuffix(strings.ReplaceAll(extIDs.ReplaceAllString(path, "/{id}"), "/acme", "/{client}"), "/")
		kinds[r.Method+" "+path]++
		if r.Status >= 400 {
			errors[strconv.Itoa(r.Status)]++
		}
	}
	return kinds, errors
}

// Each command appends its counts to the file, without IDs, values or secrets.
func TestStats_file(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, counted, asAdmin, "IDM_STATS_FILE=stats.json")
	w.environment = append(w.environment, "TF_LOG=INFO", "TF_LOG_PATH="+filepath.Join(w.folder, "run.log"))
	w.must(0, "apply", "-auto-approve", "-no-color")
	w.must(0, "plan", "-detailed-exitcode", "-no-color")

	lines := w.lines("stats.json")
	all := sum(lines)
	kinds, errors := served(w.sim.Requests())
	if !maps.Equal(all.Requests, kinds) || !maps.Equal(all.Errors, errors) {
		t.Errorf("counted %v and errors %v, served %v and %v", all.Requests, all.Errors, kinds, errors)
	}
	if len(lines) != 3 || kinds["POST /core/v1/{client}/profiles/{id}/authorizations"] != 2 {
		t.Errorf("%d processes for the plan and the changes of an apply and another plan: %v", len(lines), kinds)
	}
	// The plan reads three units, a profile and two authorizations with three lists.
	if last := lines[2]; last.Lists != 3 || last.ListHits != 6 || last.Retries != 0 {
		t.Errorf("%+v", last)
	}
	if log := w.read("run.log"); strings.Count(log, "requests of this run") != len(lines) {
		t.Error("the log has not one line for each process")
	}
	for _, data := range []string{"stats-", "u-ben", "acme", "crm-reader", "demo-admin-token"} {
		if strings.Contains(w.read("stats.json"), data) {
			t.Errorf("the statistics hold %q", data)
		}
	}
}

// A file that cannot be written results in a warning, never in a failure.
func TestStats_unwritable(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, counted, asAdmin, "IDM_STATS_FILE=missing/stats.json")
	if out := w.must(0, "plan", "-no-color"); !strings.Contains(out, "No statistics") {
		t.Errorf("no warning:\n%s", out)
	}
}
