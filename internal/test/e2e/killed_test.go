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
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
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
	command.Dir, command.Env, command.SysProcAttr = w.folder, w.environment, &syscall.SysProcAttr{Setpgid: true}
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
func suggested(t *testing.T, out string) []string {
	t.Helper()
	return suggestedBy(t, out, "error")
}

// suggestedBy returns the import blocks in the diagnostics of a severity.
func suggestedBy(t *testing.T, out, severity string) (blocks []string) {
	t.Helper()
	for line := range strings.Lines(out) {
		var message struct {
			Diagnostic struct{ Severity, Address, Summary, Detail string }
		}
		if err := json.Unmarshal([]byte(line), &message); err != nil || message.Diagnostic.Severity != severity {
			continue
		}
		block := suggestedImport.FindString(message.Diagnostic.Detail)
		if block == "" {
			t.Fatalf("%s without a way out: %s", severity, line)
		}
		head, rest, _ := strings.Cut(block, "to = ")
		_, rest, _ = strings.Cut(rest, "\n")
		blocks = append(blocks, head+"to = "+message.Diagnostic.Address+"\n"+rest)
	}
	return blocks
}

// similarIn returns the import blocks in a plan's warnings about similar objects.
func similarIn(t *testing.T, out string) []string {
	t.Helper()
	var found strings.Builder
	for line := range strings.Lines(out) {
		if strings.Contains(line, "A similar object exists") {
			found.WriteString(line)
		}
	}
	return suggestedBy(t, found.String(), "warning")
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

// After a killed run, objects of every type with a configured external ID can be adopted by
// following the errors. The plan finds terms, whose external ID the service assigns.
func TestKilled_everyType(t *testing.T) {
	rings.Campaign(t, "it repeats for each type what replay.TestCreates_killed does in process")
	t.Parallel()
	all, idempotent := declarableTypes(t)
	// Grants of one profile wait for each other, so a run has only one of them in flight.
	all = slices.DeleteFunc(all, func(name string) bool { return slices.Contains(idempotent, name) || name == "idm_authorization" })
	all = append(all, "idm_terms")
	e := declaring(t, "")
	e.configures(declares(all, ""))
	made := make(chan struct{})
	handler, open := swallow(e.sim, int32(len(all)), made)
	service := httptest.NewServer(handler)
	t.Cleanup(service.Close)
	e.environment = append(e.environment, "IDM_BASE_URL="+service.URL, "IDM_MAX_CONCURRENT_REQUESTS=40")
	e.kill(made, "apply", "-auto-approve", "-input=false", "-parallelism=40")
	open.Store(true)

	inPlan := similarIn(t, e.must(0, "plan", "-input=false", "-json"))
	e.write("terms.tf", strings.Join(inPlan, "\n"))
	out, code := e.cli("apply", "-auto-approve", "-input=false", "-json")
	blocks := suggested(t, out)
	if code == 0 || len(inPlan) != 1 || len(blocks) != len(all)-1 {
		t.Fatalf("exit code %d, %d and %d ways out for %d types", code, len(inPlan), len(blocks), len(all))
	}
	e.write("adopt.tf", strings.Join(blocks, "\n"))
	e.must(0, "apply", "-auto-approve", "-input=false")
	e.must(0, "plan", "-detailed-exitcode", "-input=false")
	type terms struct{ Name string }
	var state struct{ Terms []terms }
	if err := json.Unmarshal(e.sim.State(), &state); err != nil {
		t.Fatal(err)
	}
	if made := slices.DeleteFunc(state.Terms, func(t terms) bool { return t.Name != "New" }); len(made) != 1 {
		t.Errorf("%d terms instead of 1", len(made))
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

// similarOwner contains a declared user with an object that is similar to one of the next run.
const similarOwner = `
resource "idm_user" "owner" { name = { family_name = "Owner" } }

resource "idm_device_password" "first" {
  user_ext_id         = idm_user.owner.ext_id
  password_wo         = "first6789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-+"
  password_wo_version = 1
}
`

// similar contains objects that the service accepts twice if their external IDs are generated.
const similar = `
resource "idm_user" "p" {
  name     = { family_name = "Killed", first_name = "Kim" }
  contacts = { email = "kim@killed.example" }
}

resource "idm_unit" "p" {
  name        = "Killed"
  profileless = false
}

resource "idm_policy" "p" {
  policy_type = "TANPolicy"
  name        = "Killed"
}

resource "idm_profile" "p" {
  user_ext_id = idm_user.owner.ext_id
  unit_ext_id = "acme-it"
  name        = "Killed"
}

resource "idm_device_password" "p" {
  user_ext_id         = idm_user.owner.ext_id
  password_wo         = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-+"
  password_wo_version = 1
}

resource "idm_generic_credential" "p" {
  user_ext_id    = idm_user.owner.ext_id
  identification = "killed"
}

resource "idm_saml_credential" "p" {
  user_ext_id            = idm_user.owner.ext_id
  subject_name_id        = "killed"
  subject_name_id_format = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
  issuer_name_id         = "https://killed.example"
  issuer_name_id_format  = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity"
}
`

// repeatableTypes returns the types of which the service accepts a second equal object under a
// generated external ID. The terms are an object of TestKilled_everyType.
func repeatableTypes(t *testing.T) []string {
	t.Helper()
	accepts := slices.DeleteFunc(objecttype.All(), func(of *objecttype.Type) bool {
		return of.Key[len(of.Key)-1] != "ext_id" || of.Unique.Attr != "" || of == objecttype.Terms
	})
	types := objecttype.Names(accepts)
	for _, name := range types {
		if !strings.Contains(similar, fmt.Sprintf("resource %q", name)) {
			t.Errorf("%s has no object here", name)
		}
	}
	return types
}

// Objects with generated external IDs that a killed run leaves behind are found by the next plan,
// also at a declared user. Its warnings contain import blocks, so that nothing is created twice. A
// similar object that the state contains causes no warning.
func TestKilled_generatedIDs(t *testing.T) {
	t.Parallel()
	types := repeatableTypes(t)
	w := newWorkspace(t, similarOwner, asAdmin)
	if err := w.sim.SetQuirks("later-releases"); err != nil {
		t.Fatal(err)
	}
	w.must(0, "apply", "-auto-approve", "-input=false")
	w.write("similar.tf", similar)
	if out := w.must(0, "plan", "-input=false", "-no-color"); strings.Contains(out, "A similar object exists") {
		t.Errorf("a first plan warns:\n%s", out)
	}
	made := make(chan struct{})
	handler, open := swallow(w.sim, int32(len(types)), made)
	service := httptest.NewServer(handler)
	t.Cleanup(service.Close)
	w.environment = append(w.environment, "IDM_BASE_URL="+service.URL, "IDM_TOKEN=demo-admin-token")
	w.kill(made, "apply", "-auto-approve", "-input=false")
	open.Store(true)
	blocks := similarIn(t, w.must(0, "plan", "-input=false", "-json"))
	if len(blocks) != len(types) {
		t.Fatalf("%d ways out: %v", len(blocks), blocks)
	}
	others := similarIn(t, w.must(0, "plan", "-input=false", "-json", "-refresh=false"))
	slices.Sort(blocks)
	slices.Sort(others)
	if !slices.Equal(others, blocks) {
		t.Errorf("without a refresh: %v", others)
	}
	w.write("adopt.tf", strings.Join(blocks, "\n"))
	w.sim.ClearRequests()
	w.must(0, "apply", "-auto-approve", "-input=false")
	w.must(0, "plan", "-detailed-exitcode", "-input=false")
	for _, r := range w.sim.Requests() {
		if r.Method == http.MethodPost && r.Status == http.StatusCreated {
			t.Errorf("a second create: %s", r.Path)
		}
	}
}
