package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// adoptable contains objects that a killed run leaves behind, with placeholders for their external
// IDs.
const adoptable = `
resource "idm_unit" "head" {
  %[1]s
  name        = "Killed head"
  profileless = true
}

resource "idm_unit" "below" {
  for_each           = toset(["a", "b"])
  %[2]s
  name               = "Killed ${each.key}"
  profileless        = false
  parent_unit_ext_id = "acme-hq"
}

resource "idm_authorization" "reader" {
  %[3]s
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"
}
`

// swallow forwards every write to the service, and withholds the responses to creates until the
// caller has ended.
func swallow(service http.Handler, creates int32, done chan<- struct{}) (handler http.Handler, open *atomic.Bool) {
	var made atomic.Int32
	open = &atomic.Bool{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if open.Load() || r.Method != http.MethodPost {
			service.ServeHTTP(w, r)
			return
		}
		service.ServeHTTP(httptest.NewRecorder(), r)
		if made.Add(1) == creates {
			close(done)
		}
		<-r.Context().Done()
	}), open
}

// kill starts the CLI and kills it with its provider after a signal on the channel when.
func (w *workspace) kill(when <-chan struct{}, arguments ...string) {
	w.t.Helper()
	command := exec.Command(os.Getenv("TF_ACC_TERRAFORM_PATH"), arguments...)
	command.Dir, command.Env, command.SysProcAttr = w.folder, w.startingProviders(), &syscall.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		w.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = command.Wait()
		close(ended)
	}()
	select {
	case <-when:
		if err := syscall.Kill(-command.Process.Pid, syscall.SIGKILL); err != nil {
			w.t.Error(err)
		}
	case <-ended:
		w.t.Error("it ended before it could be killed")
	}
	<-ended
}

var suggestedImport = regexp.MustCompile(`(?s)import \{\n  to = \S+ # use the address shown after "with"\n  id = "[^\n]*"\n\}`)

// suggested returns the import blocks in the errors of a run, with the address of the resource
// inserted.
func suggested(t *testing.T, out string) (blocks []string) {
	t.Helper()
	for line := range strings.Lines(out) {
		var message struct {
			Diagnostic struct{ Severity, Address, Summary, Detail string }
		}
		if err := json.Unmarshal([]byte(line), &message); err != nil || message.Diagnostic.Severity != "error" {
			continue
		}
		block := suggestedImport.FindString(message.Diagnostic.Detail)
		if block == "" {
			t.Fatalf("an error without a way out: %s", line)
		}
		head, rest, _ := strings.Cut(block, "to = ")
		_, rest, _ = strings.Cut(rest, "\n")
		blocks = append(blocks, head+"to = "+message.Diagnostic.Address+"\n"+rest)
	}
	return blocks
}

// If a run was killed before it could save its new objects, following its errors literally results
// in a state with all of the objects and without duplicates, regardless of the order of the
// service's checks.
func TestKilled_followTheErrors(t *testing.T) {
	t.Parallel()
	for quirks, names := range map[string][]string{"ids first": nil, "names first": {"names-first"},
		"names first, 409": {"names-first", "duplicate-409"}} {
		for kind, ids := range map[string][]any{
			"configured": {`ext_id = "killed-head"`, `ext_id = "killed-${each.key}"`, `ext_id = "killed-reader"`},
			"generated":  {"", "", ""},
		} {
			t.Run(quirks+", "+kind, func(t *testing.T) {
				t.Parallel()
				if name := t.Name(); !strings.HasSuffix(name, "409,_generated") && !strings.HasSuffix(name, "ids_first,_configured") {
					rings.Campaign(t, "it repeats the test for each order of the service's checks")
				}
				w := newWorkspace(t, fmt.Sprintf(adoptable, ids...))
				if err := w.sim.SetQuirks(names...); err != nil {
					t.Fatal(err)
				}
				before, made := len(w.simulatedUnits()), make(chan struct{})
				handler, open := swallow(w.sim, 4, made)
				service := httptest.NewServer(handler)
				t.Cleanup(service.Close)
				w.environment = append(w.environment, "IDM_BASE_URL="+service.URL, "IDM_TOKEN=demo-admin-token")
				w.kill(made, "apply", "-auto-approve", "-input=false")
				open.Store(true)

				out, code := w.cli("apply", "-auto-approve", "-input=false", "-json")
				blocks := suggested(t, out)
				if code == 0 || len(blocks) != 4 {
					t.Fatalf("exit code %d, %d ways out:\n%s", code, len(blocks), out)
				}
				w.write("adopt.tf", strings.Join(blocks, "\n"))
				w.must(0, "apply", "-auto-approve", "-input=false")
				w.must(0, "plan", "-detailed-exitcode", "-input=false")
				if now := len(w.simulatedUnits()); now != before+3 {
					t.Errorf("%d units more instead of 3", now-before)
				}
			})
		}
	}
}

// torn declares objects of which the first ones are created and recorded before the run is killed.
const torn = `
resource "idm_unit" "new" {
  for_each    = toset(["a", "b"])
  ext_id      = "torn-${each.key}"
  name        = "Torn ${each.key}"
  profileless = true
}

resource "idm_users" "new" {
  depends_on = [idm_unit.new]
  adopt      = %s
  users      = { for i in range(20) : "torn-${i}" => { login_id = "torn-${i}" } }
}
`

// The CLI writes a local state in place. If a kill interrupts the write, the CLI refuses the state
// and changes nothing. With its backup, following the errors results in a state with all objects
// and without duplicates.
func TestKilled_tornState(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, `resource "idm_unit" "kept" {
  ext_id      = "kept"
  profileless = true
}
`, asAdmin)
	w.must(0, "apply", "-auto-approve", "-input=false")
	w.write("torn.tf", fmt.Sprintf(torn, "null"))
	var creates atomic.Int32
	made, open := make(chan struct{}), &atomic.Bool{}
	service := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if open.Load() || r.Method != http.MethodPost || strings.HasSuffix(r.URL.Path, "/search") || creates.Add(1) < 12 {
			w.sim.ServeHTTP(rw, r)
			return
		}
		w.sim.ServeHTTP(httptest.NewRecorder(), r)
		if creates.Load() == 12 {
			close(made)
		}
		<-r.Context().Done()
	}))
	t.Cleanup(service.Close)
	w.environment = append(w.environment, "IDM_BASE_URL="+service.URL, "IDM_MAX_CONCURRENT_REQUESTS=1")
	w.kill(made, "apply", "-auto-approve", "-input=false")
	open.Store(true)

	state := filepath.Join(w.folder, "terraform.tfstate")
	content, err := os.ReadFile(state)
	if err != nil {
		t.Fatal(err)
	}
	// OpenTofu writes its state only at the end of a run.
	if recorded := strings.Contains(string(content), "torn-b"); recorded {
		w.write("terraform.tfstate", string(content[:len(content)/2]))
		w.writes()
		w.must(1, "apply", "-auto-approve", "-input=false")
		if sent := w.writes(); len(sent) > 0 {
			t.Errorf("with half of a state, the apply sends %v", sent)
		}
		if err := os.Rename(state+".backup", state); err != nil {
			t.Fatal(err)
		}
	} else if os.Getenv("TF_ACC_PROVIDER_HOST") == "" {
		t.Fatalf("the state does not record the first objects:\n%s", content)
	}
	w.writes()

	blocks := suggested(t, w.must(1, "apply", "-auto-approve", "-input=false", "-json"))
	if len(blocks) != 2 {
		t.Fatalf("the import blocks are %s", blocks)
	}
	w.write("adopt.tf", strings.Join(blocks, "\n"))
	if out := w.must(1, "apply", "-auto-approve", "-input=false", "-json"); !strings.Contains(out, "adopt = [") {
		t.Fatalf("the collection has no way out:\n%s", out)
	}
	if sent := w.writes(); len(sent) > 0 {
		t.Errorf("refused plans send %v", sent)
	}
	w.write("torn.tf", fmt.Sprintf(torn, `["*"]`))
	w.must(0, "apply", "-auto-approve", "-input=false")
	if sent := w.writes(); len(sent) != 10 {
		t.Errorf("the last apply sends %v", sent)
	}
	w.must(0, "plan", "-detailed-exitcode", "-input=false")
}
