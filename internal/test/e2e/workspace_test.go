package e2e

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// binary returns a folder with the provider, for the CLI's development override.
func binary(t testing.TB) string { return built(t, buildProvider) }

// companion returns the path of the companion command, next to the provider.
func companion(t testing.TB) string { return built(t, buildCompanion) }

func built(t testing.TB, build func() (string, error)) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

var buildCompanion = sync.OnceValues(func() (string, error) {
	folder, err := buildProvider()
	if err != nil {
		return "", err
	}
	return rings.Build(context.Background(), "idmctl", folder)
})

var buildProvider = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "idm-e2e")
	if err != nil {
		return "", err
	}
	_, err = rings.Build(context.Background(), "terraform-provider-idm", folder)
	return folder, err
})

// TestMain runs no test of this package if only tests without a CLI run.
func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		return
	}
	if err := replaceCLI(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if folder, err := buildProvider(); err == nil {
		if err := os.RemoveAll(folder); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	os.Exit(code)
}

// replaceCLI puts testdata/cli.sh in front of the CLI of the tests.
func replaceCLI() error {
	cli := os.Getenv("TF_ACC_TERRAFORM_PATH")
	if cli == "" || runtime.GOOS == "windows" {
		return nil
	}
	path, err := exec.LookPath(cli)
	if err != nil {
		return err
	}
	folder, err := buildProvider()
	if err != nil {
		return err
	}
	script, err := os.ReadFile("testdata/cli.sh")
	if err != nil {
		return err
	}
	shown := filepath.Join(folder, "shown")
	if err := os.Mkdir(shown, 0o700); err != nil {
		return err
	}
	host := cmp.Or(os.Getenv("TF_ACC_PROVIDER_HOST"), "registry.terraform.io")
	if rings.InCampaign() {
		host = ""
	}
	head, body, _ := strings.Cut(string(script), "\n")
	program := filepath.Join(shown, filepath.Base(path))
	script = fmt.Appendf(nil, "%s\ncli=%q host=%q shown=%q\n%s", head, path, host, shown, body)
	if err := os.WriteFile(program, script, 0o700); err != nil {
		return err
	}
	return os.Setenv("TF_ACC_TERRAFORM_PATH", program)
}

// workspace is a folder with a configuration, the environment of the CLI, and a simulator.
type workspace struct {
	t           *testing.T
	folder      string
	environment []string
	// sim is the service at the address. A test may replace it before the first request.
	sim *sim.Server
	url string
	// token is that of an administrator.
	token string
	// accepted is the file of idmctl drift with the objects that no state contains.
	accepted string
	recorder *recorder
	// answers are what the service answers in place of the simulator.
	answers []*answer
	// inProcess lets idmctl run in the process of a test that is not parallel.
	inProcess bool
}

// oneThread saves a tenth of the CPU time of short processes, and more on a busy machine.
const oneThread = "GOMAXPROCS=1"

// onlyProvider is a configuration of the provider alone.
const onlyProvider = "terraform {\n  required_providers {\n    idm = { source = \"identity-iac/idm\" }\n  }\n}\n"

// newWorkspace starts a simulator with the demo tenant and configures the provider through the
// environment.
func newWorkspace(t *testing.T, configuration string, environment ...string) *workspace {
	t.Helper()
	return newWorkspaceAt(t, sim.Options{Seed: sim.DemoSeed()}, configuration, environment...)
}

// newWorkspaceAt starts another simulator.
func newWorkspaceAt(t *testing.T, o sim.Options, configuration string, environment ...string) *workspace {
	t.Helper()
	overrides := binary(t)
	server, err := sim.New(o)
	if err != nil {
		t.Fatal(err)
	}
	w := &workspace{t: t, folder: t.TempDir(), sim: server, token: "demo-admin-token"}
	service := httptest.NewServer(http.HandlerFunc(w.serve))
	t.Cleanup(service.Close)
	w.url = service.URL
	w.write("main.tf", onlyProvider+configuration)
	w.write("cli.tfrc",
		fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"identity-iac/idm\" = %q\n  }\n  direct {}\n}\n", overrides))
	w.environment = append([]string{
		"PATH=" + os.Getenv("PATH"), "GOGC=" + os.Getenv("GOGC"), oneThread, "HOME=" + w.folder, "TMPDIR=" + w.folder,
		"CHECKPOINT_DISABLE=1", "TF_CLI_CONFIG_FILE=" + filepath.Join(w.folder, "cli.tfrc"), "TF_IN_AUTOMATION=1",
		"IDM_BASE_URL=" + w.url, "IDM_CLIENT_EXT_ID=acme",
	}, environment...)
	return w
}

// answer is the response to the requests that match a pattern, as texts of their method, path and
// body.
type answer struct {
	pattern    *regexp.Regexp
	status     int
	form, text string
	count      atomic.Int64
}

// serve answers a request, or leaves it to the simulator.
func (w *workspace) serve(rw http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.t.Error(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	for _, a := range w.answers {
		if a.pattern.MatchString(r.Method + " " + r.URL.String() + " " + string(body)) {
			a.count.Add(1)
			quoted, _ := json.Marshal("repeated:" + string(body))
			rw.Header().Set("Content-Type", a.form)
			rw.WriteHeader(a.status)
			fmt.Fprint(rw, strings.ReplaceAll(a.text, "REPEATED", string(quoted)))
			return
		}
	}
	w.sim.ServeHTTP(rw, r)
}

// mirrored makes init find the provider under another source address, such as evil.example, evil/idm
// or evil.example/a/b.
func (w *workspace) mirrored(source string) {
	w.t.Helper()
	host, name := cmp.Or(os.Getenv("TF_ACC_PROVIDER_HOST"), "registry.terraform.io"), "identity-iac/idm"
	switch strings.Count(source, "/") {
	case 0:
		host = cmp.Or(source, host)
	case 1:
		name = source
	default:
		host, name, _ = strings.Cut(source, "/")
	}
	folder := binary(w.t)
	program := filepath.Join(w.folder, "mirror", host, filepath.FromSlash(name), "0.1.0", runtime.GOOS+"_"+runtime.GOARCH,
		"terraform-provider-"+filepath.Base(name)+"_v0.1.0")
	if err := os.MkdirAll(filepath.Dir(program), 0o700); err != nil {
		w.t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(folder, "terraform-provider-idm"), program); err != nil {
		w.t.Fatal(err)
	}
	w.write("cli.tfrc", fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n",
		filepath.Join(w.folder, "mirror")))
}

// decodeJSON decodes a text or bytes.
func decodeJSON[T string | []byte | json.RawMessage](t testing.TB, text T, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), to); err != nil {
		t.Fatal(err)
	}
}

func (w *workspace) remove(name string) {
	w.t.Helper()
	if err := os.Remove(filepath.Join(w.folder, name)); err != nil {
		w.t.Fatal(err)
	}
}

func (w *workspace) write(name, content string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(filepath.Join(w.folder, name)), 0o700); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(w.folder, name), []byte(content), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func (w *workspace) read(name string) string {
	w.t.Helper()
	content, err := os.ReadFile(filepath.Join(w.folder, name))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(content)
}

// cli runs the CLI and returns its output and exit code.
func (w *workspace) cli(arguments ...string) (string, int) {
	w.t.Helper()
	command := exec.Command(os.Getenv("TF_ACC_TERRAFORM_PATH"), arguments...)
	command.Dir, command.Env = w.folder, w.environment
	var before [2]string
	if w.recorder != nil {
		before = w.recorder.services()
	}
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		w.t.Fatal(err)
	}
	if r := w.recorder; r != nil && arguments[0] == "apply" {
		_, plan := w.inputs(arguments)
		r.applied[plan] = applied{before, r.services(), err == nil}
	}
	return string(out), command.ProcessState.ExitCode()
}

// startingProviders returns the environment of a CLI that starts its providers, in place of cli.sh,
// with all threads.
func (w *workspace) startingProviders() []string {
	return append(slices.Clone(w.environment), "TF_REATTACH_PROVIDERS={}", "GOMAXPROCS=")
}

// must runs the CLI and checks the exit code.
func (w *workspace) must(code int, arguments ...string) string {
	w.t.Helper()
	out, got := w.cli(arguments...)
	if got != code {
		w.t.Fatalf("%s: exit code %d, want %d\n%s", strings.Join(arguments, " "), got, code, out)
	}
	return out
}

// companion runs idmctl.
func (w *workspace) companion(environment []string, arguments ...string) (stdout, stderr string, code int) {
	w.t.Helper()
	var out, complaints strings.Builder
	if w.inProcess {
		code = inProcess(w.t, w.folder, environment, &out, &complaints, arguments...)
	} else {
		path := companion(w.t)
		command := exec.Command(path, arguments...)
		command.Dir, command.Env, command.Stdout, command.Stderr = w.folder, environment, &out, &complaints
		var exit *exec.ExitError
		if err := command.Run(); err != nil && !errors.As(err, &exit) {
			w.t.Fatal(err)
		}
		code = command.ProcessState.ExitCode()
	}
	fitsSchema(w.t, arguments, out.String())
	return out.String(), complaints.String(), code
}

// behindTheBack changes or reads the service outside of Terraform. A path without a slash at its
// beginning belongs to the client.
func (w *workspace) behindTheBack(method, path, body string) string {
	w.t.Helper()
	if !strings.HasPrefix(path, "/") {
		path = "/acme/" + path
	}
	request := httptest.NewRequest(method, "http://localhost/core/v1"+path, strings.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+w.token)
	request.Header.Set("Content-Type", "application/json")
	response := httptest.NewRecorder()
	w.sim.ServeHTTP(response, request)
	if response.Code >= 300 {
		w.t.Fatalf("%s %s: %d %s", method, path, response.Code, response.Body)
	}
	return response.Body.String()
}
