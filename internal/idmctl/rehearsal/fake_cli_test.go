package rehearsal_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rehearsal"
)

// script defines the behavior of a test's CLI, which is the test binary itself.
type script struct {
	// Show is the JSON of the plan.
	Show string
	// Apply holds requests to the copy: method, path and body.
	Apply [][3]string
	// Events are lines that the apply prints.
	Events []string
	// Hang is the command that never ends; Kill is the command that is killed while it runs.
	Hang, Kill string
	// Held is a pipe that a child process keeps open, like a provider. The CLI starts it first.
	Held string
	// Backend is the backend that init records.
	Backend string
	// Astray makes the CLI ignore the redirection to the copy.
	Astray bool
}

// scriptFile is the variable that names the script, and runs the CLI instead of the tests.
const scriptFile = "FAKE_CLI_SCRIPT"

func TestMain(m *testing.M) {
	if file := os.Getenv(scriptFile); file != "" && len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-test.") {
		os.Exit(playCLI(file, os.Args[1:]))
	}
	os.Exit(m.Run())
}

func playCLI(file string, arguments []string) int {
	content, err := os.ReadFile(file)
	var s script
	if err == nil {
		err = json.Unmarshal(content, &s)
	}
	if err == nil {
		err = s.log(file+".log", arguments)
	}
	if err == nil {
		err = s.play(arguments)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		return 1
	}
	return 0
}

// log records a call of the CLI: its arguments, its folder with the files in it, and its
// environment.
func (s *script) log(file string, arguments []string) error {
	folder, err := os.Getwd()
	if err != nil {
		return err
	}
	names, err := filepath.Glob("*")
	if err != nil {
		return err
	}
	line, err := json.Marshal(call{arguments, folder, names, os.Environ(), os.Getpid()})
	if err != nil {
		return err
	}
	log, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = log.Write(append(line, '\n'))
	return err
}

// call is one run of the CLI.
type call struct {
	Arguments   []string
	Folder      string
	Files       []string
	Environment []string
	PID         int
}

func (s *script) play(arguments []string) error {
	if arguments[0] == "hold" {
		return s.hold()
	}
	if s.Held != "" && arguments[0] == s.Kill {
		if err := startProvider(); err != nil {
			return err
		}
	}
	switch arguments[0] {
	case s.Hang:
		<-interrupts()
		return errors.New("interrupted")
	case s.Kill:
		self, err := os.FindProcess(os.Getpid())
		if err != nil {
			return err
		}
		return self.Kill()
	case "show":
		fmt.Fprint(os.Stdout, s.Show)
	case "init":
		if s.Backend != "" {
			return os.WriteFile(filepath.Join(".terraform", "terraform.tfstate"), []byte(s.Backend), 0o600)
		}
	case "plan":
		if !s.Astray {
			if err := ask(http.MethodGet, "/principal/v1/me", ""); err != nil {
				return err
			}
		}
		for _, argument := range arguments {
			if out, ok := strings.CutPrefix(argument, "-out="); ok {
				content, err := zipped(map[string]string{"tfplan": "", "tfstate": state})
				if err != nil {
					return err
				}
				return os.WriteFile(out, content, 0o600)
			}
		}
	case "apply":
		for _, request := range s.Apply {
			if err := ask(request[0], request[1], request[2]); err != nil {
				return err
			}
		}
		fmt.Fprintln(os.Stdout, strings.Join(s.Events, "\n"))
	}
	return nil
}

// hold acts like a provider: it waits for its CLI to end it, even after an interrupt.
func (s *script) hold() error {
	held, err := os.OpenFile(s.Held, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	fmt.Fprintln(held, "held")
	fmt.Fprintln(os.Stdout, "held")
	for range interrupts() {
		continue
	}
	return nil
}

// startProvider returns when the provider holds the pipe.
func startProvider() error {
	provider := exec.Command(os.Args[0], "hold")
	ready, err := provider.StdoutPipe()
	if err == nil {
		err = provider.Start()
	}
	if err == nil {
		_, err = ready.Read(make([]byte, 1))
	}
	return err
}

func interrupts() <-chan os.Signal {
	all := make(chan os.Signal, 1)
	signal.Notify(all, os.Interrupt)
	return all
}

func ask(method, path, body string) error {
	request, err := http.NewRequest(method, os.Getenv("IDM_REHEARSAL_URL")+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("IDM_REHEARSAL_TOKEN"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	if method != http.MethodGet && response.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("the copy refused %s %s", method, path)
	}
	return response.Body.Close()
}

// stage is a root module with a saved plan in a temporary folder.
type stage struct {
	t *testing.T
	// root is the root module, temp the folder for temporary files.
	root, temp string
	script     script
	// entries are the entries of the saved plan, files the files of the root module.
	entries map[string]string
	seed    string
	quirks  []string
	others  bool
}

// state is an empty state.
const state = `{"version":4,"terraform_version":"1.11.4","serial":3,"lineage":"one","outputs":{},"resources":[]}`

// newStage creates a configuration with one unit.
func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{t: t, temp: t.TempDir(), seed: tenant, entries: map[string]string{"tfplan": "", "tfstate": state}}
	s.root = filepath.Join(s.temp, "project", "tenant")
	t.Setenv("TMPDIR", s.temp)
	s.module("main.tf", "resource \"idm_unit\" \"a\" {\n  ext_id      = \"new\"\n  profileless = false\n}\n")
	s.script.Show = shown(creation("idm_unit.a", "idm_unit", `{"client_ext_id":"c","ext_id":"new"}`))
	return s
}

// module adds a file of the root module to the folder and to the plan.
func (s *stage) module(name, content string) {
	s.t.Helper()
	s.entries["tfconfig/m-/"+name] = content
	s.file(name, content)
}

func (s *stage) file(name, content string) {
	s.t.Helper()
	file := filepath.Join(s.root, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

const source = "registry.terraform.io/identity-iac/idm"

// shown returns the JSON of a plan with some changes.
func shown(changes ...string) string {
	return `{"format_version":"1.2","terraform_version":"1.11.4","timestamp":"2026-06-01T00:00:00Z","resource_changes":[` +
		strings.Join(changes, ",") + `]}`
}

func creation(address, of, after string) string { return changed(address, of, "create", "null", after) }

func changed(address, of, action, before, after string) string {
	_, name, _ := strings.Cut(address, ".")
	return fmt.Sprintf(`{"address":%q,"mode":"managed","type":%q,"name":%q,"provider_name":%q,`+
		`"change":{"actions":[%q],"before":%s,"after":%s,`+
		`"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}`, address, of, name, source, action, before, after)
}

// plan writes the saved plan.
func (s *stage) plan() []byte {
	s.t.Helper()
	content, err := zipped(s.entries)
	if err != nil {
		s.t.Fatal(err)
	}
	return content
}

func zipped(entries map[string]string) ([]byte, error) {
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for name, content := range entries {
		entry, err := archive.Create(name)
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write([]byte(content)); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return b.Bytes(), err
}

// options writes the files of a rehearsal and returns its options.
func (s *stage) options() rehearsal.Options {
	s.t.Helper()
	content := s.plan()
	encoded, err := json.Marshal(s.script)
	if err != nil {
		s.t.Fatal(err)
	}
	folder := s.t.TempDir()
	file := filepath.Join(folder, "saved.tfplan")
	scripted := filepath.Join(folder, "script.json")
	for name, content := range map[string][]byte{file: content, scripted: encoded} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			s.t.Fatal(err)
		}
	}
	if len(s.quirks) > 0 {
		quirks, _ := json.Marshal(s.quirks)
		s.seed = strings.Replace(s.seed, `"callers":`, `"snapshot":[{"clients":["c"],"quirks":`+string(quirks)+`}],"callers":`, 1)
	}
	s.t.Setenv(scriptFile, scripted)
	program, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	return rehearsal.Options{Plan: file, Content: content, CLI: plan.CLI{Path: program}, Dir: s.root, Seed: []byte(s.seed), Token: "t",
		OtherProviders: s.others}
}

// run rehearses the plan, and fails the test if any file remains.
func (s *stage) run() (*rehearsal.Result, error) {
	s.t.Helper()
	result, err := rehearsal.Run(s.t.Context(), s.options())
	s.clean()
	return result, err
}

// clean fails the test if a rehearsal left a file in the folder for temporary files.
func (s *stage) clean() {
	s.t.Helper()
	left, err := filepath.Glob(filepath.Join(s.temp, "idm-*"))
	if err != nil || len(left) > 0 {
		s.t.Errorf("left: %v, %v", left, err)
	}
}

// must rehearses a plan that is not refused.
func (s *stage) must() *rehearsal.Result {
	s.t.Helper()
	result, err := s.run()
	if err != nil {
		s.t.Fatal(err)
	}
	return result
}

// refused rehearses a plan that is refused with these words before the CLI plans anything.
func (s *stage) refused(words ...string) {
	s.t.Helper()
	result, err := s.run()
	if err == nil {
		s.t.Fatalf("it is rehearsed: %+v", result)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			s.t.Errorf("%q is not in: %v", word, err)
		}
	}
	for _, c := range s.calls() {
		if slices.Contains([]string{"plan", "apply"}, c.Arguments[0]) {
			s.t.Errorf("the CLI ran %v", c.Arguments)
		}
	}
}

// calls returns the runs of the CLI.
func (s *stage) calls() []call {
	s.t.Helper()
	content, err := os.ReadFile(os.Getenv(scriptFile) + ".log")
	if err != nil {
		s.t.Fatal(err)
	}
	var all []call
	for line := range strings.Lines(string(content)) {
		var c call
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			s.t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// cases returns the cases of a file by name.
func cases[T any](t *testing.T, file string) map[string]T {
	t.Helper()
	content, err := os.ReadFile("testdata/" + file + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]T{}
	if err := yaml.Unmarshal(content, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// field encodes a string field of a message in a saved plan.
func field(number protowire.Number, text string) string {
	return string(protowire.AppendString(protowire.AppendTag(nil, number, protowire.BytesType), text))
}

func number(field protowire.Number, value uint64) string {
	return string(protowire.AppendVarint(protowire.AppendTag(nil, field, protowire.VarintType), value))
}

// tenant is the copy of a test: grants with and without an effect.
const tenant = `{
"clients":[{"extId":"c","name":"C"}],
"applications":[{"extId":"crm","name":"CRM","displayed":true},{"extId":"wiki","name":"Wiki","displayed":true}],
"roles":[{"extId":"reader","applicationExtId":"crm","name":"reader"},{"extId":"admin","applicationExtId":"crm","name":"admin"},
 {"extId":"editor","applicationExtId":"wiki","name":"editor"}],
"clientApplications":[{"clientExtId":"c","applicationExtId":"crm"}],
"enterpriseRoles":[{"clientExtId":"c","extId":"sales","name":"Sales","roleExtIds":["reader"]}],
"units":[{"clientExtId":"c","extId":"top","name":"Top"},{"clientExtId":"c","extId":"low","name":"Low","parentUnitExtId":"top"}],
"users":[{"clientExtId":"c","extId":"ann","loginId":"ann","name":{"firstName":"Ann","familyName":"Ash"}},
 {"clientExtId":"c","extId":"off","loginId":"off","userState":"disabled"}],
"profiles":[{"clientExtId":"c","extId":"p-ann","userExtId":"ann","unitExtId":"low"},
 {"clientExtId":"c","extId":"p-off","userExtId":"off","unitExtId":"low"}],
"authorizations":[{"clientExtId":"c","extId":"a1","profileExtId":"p-ann","roleExtId":"reader"}],
"callers":[{"token":"t","permissions":["*"],"clients":["*"]}]}`
