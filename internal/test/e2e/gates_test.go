package e2e

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// readGate decodes a file of the repository, and rejects unknown keys.
func readGate(t *testing.T, file string, into ...any) {
	t.Helper()
	opened, err := os.Open(filepath.Join("..", "..", "..", file))
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	decoder := yaml.NewDecoder(opened)
	decoder.KnownFields(true)
	for _, document := range into {
		if err := decoder.Decode(document); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
}

// reviewsWith runs a script of a gate with a replacement for idmctl. It returns the arguments of
// each call, the output of the script, and its exit code.
func reviewsWith(t *testing.T, shell []string, script string, variables ...string) (calls []string, printed string, code int) {
	t.Helper()
	folder := t.TempDir()
	const standIn = "#!/bin/sh\nprintf '%s\\n' \"$*\" >>\"$CALLS\"\necho '::error::text from outside' >&2\nexit 2\n"
	if err := os.WriteFile(filepath.Join(folder, "idmctl"), []byte(standIn), 0o700); err != nil {
		t.Fatal(err)
	}
	record := filepath.Join(folder, "calls")
	command := exec.CommandContext(t.Context(), shell[0], append(shell[1:], script)...)
	command.Dir = folder
	command.Env = append([]string{"PATH=" + folder + ":" + os.Getenv("PATH"), "CALLS=" + record, "RUNNER_TEMP=" + folder,
		"GITHUB_STEP_SUMMARY=" + filepath.Join(folder, "summary")}, variables...)
	output, err := command.CombinedOutput()
	if err == nil {
		t.Errorf("a broken rule does not fail the job:\n%s", output)
	}
	content, err := os.ReadFile(record)
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	text := strings.ReplaceAll(string(content), folder+"/", "")
	return strings.Split(strings.TrimSpace(text), "\n"), string(output), command.ProcessState.ExitCode()
}

// hostile is an input that must remain a single argument.
const hostile = "x; touch broken $(touch broken)"

func TestGates_action(t *testing.T) {
	t.Parallel()
	type described struct{ Description, Default, Value string }
	var action struct {
		Name, Description string
		Inputs            map[string]struct {
			Description, Default string
			Required             bool
		}
		Outputs map[string]described
		Runs    struct {
			Using string
			Steps []struct {
				Uses, Shell, Run string
				With, Env        map[string]string
			}
		}
	}
	readGate(t, "action.yml", &action)
	var script string
	for _, step := range action.Runs.Steps {
		if step.Uses != "" && !pinned.MatchString(step.Uses) || strings.Contains(step.Run, "${{") {
			t.Errorf("an action without a digest, or an expression in a script: %+v", step)
		}
		if step.Env != nil {
			script = step.Run
		}
	}
	shell := []string{"bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"}
	calls, printed, code := reviewsWith(t, shell, script, "PLAN=tenant.plan", "POLICY="+hostile, "FAIL_ON=access", "OFFLINE=true")
	want := "review tenant.plan --output markdown --out idm-review.md --report json=idm-review.json --findings sarif=idm-review.sarif " +
		"--findings github=- --policy " + hostile + " --fail-on access --offline"
	if !slices.Equal(calls, []string{want}) || code != 2 {
		t.Errorf("exit code %d, calls %q\n%s", code, calls, printed)
	}
	if !regexp.MustCompile(`^::stop-commands::([0-9a-f]{32})\n::error::text from outside\n::[0-9a-f]{32}::\n$`).MatchString(printed) {
		t.Errorf("the runner obeys text from outside:\n%s", printed)
	}
	calls, _, _ = reviewsWith(t, shell, script, "PLAN=root/a  b.plan\nit/*.plan\n", "POLICY=", "FAIL_ON=", "OFFLINE=false")
	if len(calls) != 1 || !strings.HasPrefix(calls[0], "review root/a  b.plan it/*.plan --output ") {
		t.Errorf("several plans: %q", calls)
	}
	calls, _, _ = reviewsWith(t, shell, script, "PLAN=tenant.plan", "POLICY=", "FAIL_ON=", "OFFLINE=false")
	if len(calls) != 1 || !strings.HasSuffix(calls[0], "--findings github=-") {
		t.Errorf("inputs that are not set are passed: %q", calls)
	}
}

func TestGates_gitlab(t *testing.T) {
	t.Parallel()
	var spec struct {
		Spec struct {
			Inputs map[string]struct{ Description, Default, Regex string }
		}
	}
	type job struct {
		Stage, Image string
		Variables    map[string]string
		Script       []string
		Artifacts    struct {
			When, Access string
			ExpireIn     string `yaml:"expire_in"`
			ExposeAs     string `yaml:"expose_as"`
			Paths        []string
			Reports      map[string]string
		}
	}
	var jobs map[string]job
	readGate(t, "examples/gates/templates/idm-review.yml", &spec, &jobs)
	review := jobs["idm-review"]
	used := append([]string{review.Stage, review.Image}, review.Script...)
	for _, value := range review.Variables {
		used = append(used, value)
	}
	for _, each := range regexp.MustCompile(`\$\[\[ inputs\.([a-z-]+) \]\]`).FindAllStringSubmatch(strings.Join(used, " "), -1) {
		if _, known := spec.Spec.Inputs[each[1]]; !known {
			t.Errorf("there is no input %s", each[1])
		}
	}
	if len(jobs) != 1 || len(review.Script) != 1 || strings.Contains(review.Script[0], "$[[") {
		t.Errorf("%d jobs, script %q", len(jobs), review.Script)
	}
	calls, printed, code := reviewsWith(t, []string{"sh", "-ec"}, review.Script[0], "IDM_PLAN=tenant.plan", "IDM_POLICY="+hostile,
		"IDM_FAIL_ON=access")
	want := "review tenant.plan --output markdown --out idm-review.md --findings gitlab=idm-quality.json " +
		"--findings gitlab-terraform=idm-plan.json --findings junit=idm-junit.xml --policy " + hostile + " --fail-on access"
	if !slices.Equal(calls, []string{want}) || code != 2 {
		t.Errorf("exit code %d, calls %q\n%s", code, calls, printed)
	}
	several, _, _ := reviewsWith(t, []string{"sh", "-ec"}, review.Script[0], "IDM_PLAN=root/a  b.plan\nit/*.plan\n", "IDM_POLICY=",
		"IDM_FAIL_ON=")
	if len(several) != 1 || !strings.HasPrefix(several[0], "review root/a  b.plan it/*.plan --output ") {
		t.Errorf("several plans: %q", several)
	}
	for kind, file := range review.Artifacts.Reports {
		if !strings.Contains(calls[0], "="+file) {
			t.Errorf("no command writes %s for %s", file, kind)
		}
	}
}

func TestGates_preCommit(t *testing.T) {
	t.Parallel()
	var hooks []struct {
		ID, Name, Description, Entry, Language, Files string
		PassFilenames                                 bool `yaml:"pass_filenames"`
	}
	readGate(t, ".pre-commit-hooks.yaml", &hooks)
	idmctl := companion(t)
	for _, hook := range hooks {
		arguments := strings.Fields(hook.Entry)
		// pre-commit installs all commands of the module, and calls them by the names of their
		// folders.
		if _, err := os.Stat(filepath.Join("..", "..", "cmd", arguments[0], "main.go")); err != nil || hook.Language != "golang" {
			t.Errorf("%+v: %v", hook, err)
		}
		help, err := exec.Command(idmctl, append(arguments[1:], "--help")...).CombinedOutput()
		if usage := "\n  " + hook.Entry + " ["; err != nil || !strings.Contains(string(help), usage) {
			t.Errorf("%s: %v\n%s", hook.Entry, err, help)
		}
		if _, err := regexp.Compile(hook.Files); err != nil {
			t.Error(err)
		}
	}
}

// The commands of the images and of Atlantis use existing flags, and images are pinned by digest.
func TestGates_commands(t *testing.T) {
	t.Parallel()
	idmctl := companion(t)
	help, err := exec.Command(idmctl, "review", "--help").Output()
	if err != nil {
		t.Fatal(err)
	}
	flags := regexp.MustCompile(`--[a-z-]+`)
	for _, file := range []string{"action.yml", "examples/gates/templates/idm-review.yml", "examples/gates/repos.yaml"} {
		content, err := os.ReadFile(filepath.Join("..", "..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, flag := range flags.FindAllString(string(content), -1) {
			if flag != "---" && !strings.Contains(string(help), " "+flag+" ") {
				t.Errorf("%s: idmctl review has no flag %s", file, flag)
			}
		}
	}
	var repos struct {
		Repos, Policies any
		Workflows       map[string]map[string]struct{ Steps []any }
	}
	var step struct{ Run string }
	readGate(t, "examples/gates/repos.yaml", &repos)
	steps := repos.Workflows["idm"]["policy_check"].Steps
	encoded, err := yaml.Marshal(steps[len(steps)-1])
	if err != nil || yaml.Unmarshal(encoded, &step) != nil || len(steps) != 2 || steps[0] != "show" {
		t.Errorf("the policy check of Atlantis: %v", steps)
	}
	// Atlantis decides by the findings, so only an error of the command fails the step.
	for code, fails := range map[string]bool{"0": false, "1": true, "2": false, "3": false} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "idmctl"), []byte("#!/bin/sh\nexit "+code+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		command := exec.CommandContext(t.Context(), "sh", "-c", step.Run)
		command.Env = []string{"PATH=" + folder + ":" + os.Getenv("PATH"), "PLANFILE=tenant.plan"}
		if output, err := command.CombinedOutput(); (err != nil) != fails {
			t.Errorf("exit code %s: %v\n%s", code, err, output)
		}
	}
	content, err := os.ReadFile(filepath.Join("..", "..", "..", "Containerfile"))
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range regexp.MustCompile(`(?m)^FROM .*$`).FindAllString(string(content), -1) {
		if !regexp.MustCompile(`^FROM \$\{\w+}( AS \w+)?$`).MatchString(from) {
			t.Errorf("%s: an image without a digest", from)
		}
	}
}

// Terraform runs files named *.policy.hcl as its own policies, so no sample has such a name.
func TestGates_names(t *testing.T) {
	t.Parallel()
	reserved := regexp.MustCompile(`[\w*-]\.policy\.hcl`)
	for _, folder := range []string{"examples", "templates", "internal/cmd"} {
		err := filepath.WalkDir(filepath.Join("..", "..", "..", folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			if reserved.MatchString(path) || reserved.Match(content) {
				t.Errorf("%s has the name of a policy of Terraform's", path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
