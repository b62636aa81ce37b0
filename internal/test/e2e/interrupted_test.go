package e2e

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// gate is a proxy of the simulator. It forwards the first create after the read of one unit has
// arrived, holds that read until the run gives up, and holds all other writes until it is opened. A
// test can thus interrupt a run at a known point.
type gate struct {
	service http.Handler
	probe   string
	holds   int

	mu                          sync.Mutex
	writes                      int
	probed, full, stopped, open chan struct{}
}

func newGate(service http.Handler, probe string, holds int) *gate {
	return &gate{
		service: service, probe: probe, holds: holds,
		probed: make(chan struct{}), full: make(chan struct{}), stopped: make(chan struct{}), open: make(chan struct{}),
	}
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case <-g.open:
	default:
		g.hold(r)
	}
	g.service.ServeHTTP(w, r)
}

func (g *gate) hold(r *http.Request) {
	if r.Method == http.MethodGet {
		if r.URL.Path == g.probe {
			close(g.probed)
			<-r.Context().Done()
			close(g.stopped)
		}
		return
	}
	g.mu.Lock()
	g.writes++
	number := g.writes
	g.mu.Unlock()
	switch number {
	case 1:
		<-g.probed
		return
	case 1 + g.holds:
		close(g.full)
	}
	<-g.open
}

// interrupt starts the CLI, sends SIGINT after a signal on the channel when, and returns the output
// of the CLI and its exit code.
func (w *workspace) interrupt(when <-chan struct{}, then func(ended <-chan struct{}), arguments ...string) (string, int) {
	w.t.Helper()
	var out bytes.Buffer
	command := exec.Command(os.Getenv("TF_ACC_TERRAFORM_PATH"), arguments...)
	command.Dir, command.Env, command.Stdout, command.Stderr = w.folder, w.startingProviders(), &out, &out
	if err := command.Start(); err != nil {
		w.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		// The exit code shows how the run ended.
		_ = command.Wait()
		close(ended)
	}()
	select {
	case <-when:
		if err := command.Process.Signal(os.Interrupt); err != nil {
			w.t.Error(err)
		}
		then(ended)
	case <-ended:
		w.t.Error("it ended before it could be interrupted")
	}
	<-ended
	return out.String(), command.ProcessState.ExitCode()
}

// unitsOf returns the external IDs of the units in the state, and of the units that the simulator
// contains in addition to its seed.
func (w *workspace) unitsOf(seeded []string) (state, service []string) {
	w.t.Helper()
	var shown struct {
		Values struct {
			Root struct {
				Resources []struct {
					Type, Mode string
					Values     struct {
						ExtID string `json:"ext_id"`
					}
				}
			} `json:"root_module"`
		}
	}
	decodeJSON(w.t, w.must(0, "show", "-json"), &shown)
	for _, r := range shown.Values.Root.Resources {
		if r.Mode == "managed" && r.Type == "idm_unit" {
			state = append(state, r.Values.ExtID)
		}
	}
	service = slices.DeleteFunc(w.simulatedUnits(), func(extID string) bool { return slices.Contains(seeded, extID) })
	slices.Sort(state)
	return state, service
}

func (w *workspace) simulatedUnits() (extIDs []string) {
	w.t.Helper()
	var held struct {
		Units []struct {
			ExtID string `json:"extId"`
		}
	}
	decodeJSON(w.t, w.sim.State(), &held)
	for _, unit := range held.Units {
		extIDs = append(extIDs, unit.ExtID)
	}
	slices.Sort(extIDs)
	return extIDs
}

// posts counts the creates that reached the service.
func (w *workspace) posts() (count int) {
	for _, request := range w.sim.Requests() {
		if request.Method == http.MethodPost {
			count++
		}
	}
	return count
}

// many declares units without external IDs; only their number reveals a duplicate.
const many = `
resource "idm_unit" "first" {
  profileless = true
}

resource "idm_unit" "many" {
  count       = 30
  profileless = true
  location    = "Bern ${count.index}"
  depends_on  = [idm_unit.first]
}

resource "idm_unit" "below" {
  count              = 9
  profileless        = true
  parent_unit_ext_id = idm_unit.many[count.index].ext_id
}

resource "terraform_data" "now" {}

data "idm_unit" "probe" {
  ext_id     = "acme-hq"
  depends_on = [terraform_data.now]
}
`

// A run that is interrupted during an apply sends no new requests, and saves the responses to its
// open requests.
func TestInterrupted_apply(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, many)
	seeded := w.simulatedUnits()
	g := newGate(w.sim, "/core/v1/acme/units/acme-hq", 30)
	service := httptest.NewServer(g)
	t.Cleanup(service.Close)
	w.environment = append(w.environment, "IDM_BASE_URL="+service.URL, "IDM_TOKEN=demo-admin-token", "IDM_MAX_CONCURRENT_REQUESTS=40",
		"IDM_PLAN_CHECKS=off")

	// The creates of 30 units are in flight; the nine units below them would be next.
	out, code := w.interrupt(g.full, func(ended <-chan struct{}) {
		select {
		case <-g.stopped:
		case <-ended:
		}
		close(g.open)
	}, "apply", "-auto-approve", "-input=false", "-no-color", "-parallelism=40")
	if sent := 1 + g.holds; code == 0 || w.posts() != sent {
		t.Errorf("exit code %d, %d creates instead of the %d that were under way\n%s", code, w.posts(), sent, out)
	}
	state, made := w.unitsOf(seeded)
	if err := acctest.Equal(made, state); err != nil || len(made) != 1+g.holds {
		t.Errorf("%d units, and the state knows others: %v\n%s", len(made), err, out)
	}

	w.must(0, "apply", "-auto-approve", "-input=false")
	state, made = w.unitsOf(seeded)
	if err := acctest.Equal(made, state); err != nil || len(made) != 40 || w.posts() != 40 {
		t.Errorf("%d units by %d creates: %v", len(made), w.posts(), err)
	}
	w.must(0, "plan", "-detailed-exitcode", "-input=false")
}
