package rehearsal_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rehearsal"
)

func run(t *testing.T, o rehearsal.Options) (*rehearsal.Result, error) {
	t.Helper()
	return rehearsal.Run(t.Context(), o)
}

// The environment of the CLI neither leads to the service nor changes the CLI's behavior.
func TestRun_environment(t *testing.T) {
	for name, value := range map[string]string{
		"IDM_BASE_URL": "https://real.example", "IDM_TOKEN": "hush", "IDM_PASSWORD": "hush", "IDM_CLIENT_EXT_ID": "c",
		"IDM_PROXY_URL":     "http://p",
		"IDM_REHEARSAL_URL": "http://127.0.0.1:1", "TF_CLI_ARGS_apply": "-target=x", "TF_WORKSPACE": "w", "TF_DATA_DIR": "elsewhere",
		"TF_REATTACH_PROVIDERS": "{}", "TF_LOG": "TRACE", "TF_LOG_PATH": "log", "TF_ENCRYPTION": "x", "TF_VAR_secret": "s",
	} {
		t.Setenv(name, value)
	}
	s := newStage(t)
	s.must()
	for _, c := range s.calls() {
		if c.Arguments[0] == "show" {
			continue
		}
		for _, variable := range c.Environment {
			name, value, _ := strings.Cut(variable, "=")
			if value == "hush" || strings.HasPrefix(name, "TF_CLI_ARGS") ||
				slices.Contains([]string{"IDM_BASE_URL", "IDM_PROXY_URL", "TF_WORKSPACE",
					"TF_DATA_DIR", "TF_REATTACH_PROVIDERS", "TF_LOG", "TF_LOG_PATH", "TF_ENCRYPTION"}, name) {
				t.Errorf("%v runs with %s", c.Arguments, variable)
			}
		}
		for _, kept := range []string{"IDM_CLIENT_EXT_ID=c", "TF_VAR_secret=s"} {
			if !slices.Contains(c.Environment, kept) {
				t.Errorf("%v runs without %s", c.Arguments, kept)
			}
		}
		if slices.Contains(c.Environment, "IDM_REHEARSAL_URL=http://127.0.0.1:1") {
			t.Errorf("%v is led elsewhere", c.Arguments)
		}
	}
}

// The backend of the copy comes after every file that could define another one.
func TestRun_backendWins(t *testing.T) {
	const backend = "terraform {\n  backend \"s3\" {\n    bucket = \"real\"\n  }\n}\n"
	for _, name := range []string{"main2.tf", "zzz_override.tf", "zz_rehearsal_override.tf", "~_override.tf", "zzzz_override.tofu",
		"zzzz_override.tf.json"} {
		s := newStage(t)
		content := backend
		if strings.HasSuffix(name, ".json") {
			content = `{"terraform":{"backend":{"s3":{"bucket":"real"}}}}`
		}
		s.module(name, content)
		s.must()
		for _, c := range s.calls() {
			if c.Arguments[0] != "init" {
				continue
			}
			last := slices.Max(c.Files)
			if !strings.HasSuffix(last, "rehearsal_override.tf") || last == name {
				t.Errorf("%s: the last file is %s", name, last)
			}
		}
		if now, err := os.ReadFile(filepath.Join(s.root, name)); err != nil || string(now) != content {
			t.Errorf("%s of the project became %q, %v", name, now, err)
		}
	}
}

// If the backend is not the folder's own after init, nothing is planned.
func TestRun_backendKept(t *testing.T) {
	for name, content := range map[string]string{
		"another one":   `{"backend":{"type":"s3","config":{"bucket":"real"}}}`,
		"another place": `{"backend":{"type":"local","config":{"path":"/real"}}}`,
		"no JSON":       `{`,
	} {
		s := newStage(t)
		s.module("b.tf", "terraform {\n  backend \"s3\" {}\n}\n")
		s.script.Backend = content
		s.refused()
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// The configuration can read other states; its own state is the one in the plan.
func TestRun_states(t *testing.T) {
	s := newStage(t)
	s.file("network.tfstate", "{}")
	s.file("terraform.tfstate.backup", "{}")
	s.file("errored.tfstate", "{}")
	s.must()
	for _, c := range s.calls() {
		if c.Arguments[0] != "apply" {
			continue
		}
		if !slices.Contains(c.Files, "network.tfstate") || slices.Contains(c.Files, "errored.tfstate") ||
			slices.Contains(c.Files, "terraform.tfstate.backup") {
			t.Errorf("files: %v", c.Files)
		}
	}
}

// A CLI that sends no requests to the copy uses another destination.
func TestRun_otherDestination(t *testing.T) {
	s := newStage(t)
	s.script.Astray = true
	_, err := s.run()
	if err == nil || !strings.Contains(err.Error(), "did not show where its requests go") {
		t.Error(err)
	}
}

// No files remain after the CLI is killed, or the rehearsal is interrupted.
func TestRun_ended(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signals that a process could end in good order by")
	}
	for _, phase := range []string{"init", "plan", "apply"} {
		s := newStage(t)
		s.module("b.tf", "terraform {\n  backend \"s3\" {}\n}\n")
		s.script.Kill = phase
		if _, err := s.run(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Errorf("killed in %s: %v", phase, err)
		}
		s = newStage(t)
		s.module("b.tf", "terraform {\n  backend \"s3\" {}\n}\n")
		s.script.Hang = phase
		ctx, cancel := context.WithCancel(t.Context())
		o := s.options()
		reached := make(chan struct{})
		o.Progress = &notice{word: map[string]string{"init": "preparing", "plan": "preparing", "apply": "applying"}[phase],
			reached: reached}
		go func() {
			<-reached
			cancel()
		}()
		if _, err := rehearsal.Run(ctx, o); err == nil || !strings.Contains(err.Error(), "interrupted") {
			t.Errorf("interrupted in %s: %v", phase, err)
		}
		s.clean()
	}
}

// notice closes a channel when a word is written to it.
type notice struct {
	word    string
	reached chan struct{}
	seen    bool
}

func (n *notice) Write(text []byte) (int, error) {
	if !n.seen && strings.Contains(string(text), n.word) {
		n.seen = true
		close(n.reached)
	}
	return len(text), nil
}

// If the temporary folder cannot be created, the rehearsal fails, and the error names the variable.
func TestRun_noTemporaryFolder(t *testing.T) {
	s := newStage(t)
	o := s.options()
	t.Setenv("TMPDIR", filepath.Join(s.temp, "none"))
	if _, err := run(t, o); err == nil || !strings.Contains(err.Error(), "TMPDIR") {
		t.Error(err)
	}
}

// An error that prevents the CLI from working is not a failure of the apply.
func TestRun_prevented(t *testing.T) {
	diagnostic := func(summary, detail string) string {
		return `{"type":"diagnostic","diagnostic":{"severity":"error","summary":"` + summary + `","detail":"` + detail + `"}}`
	}
	for text, words := range map[string]string{
		diagnostic("Failed to save state", "write terraform.tfstate: no space left on device"): "TMPDIR",
		diagnostic("No value for required variable", "The variable secret."):                   "TF_VAR_",
	} {
		s := newStage(t)
		s.script.Events = []string{text}
		if _, err := s.run(); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
