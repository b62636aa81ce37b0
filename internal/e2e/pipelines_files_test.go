package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// step is a step of a workflow or of a composite action of GitHub's.
type step struct {
	Uses, Run, If string
	Env, With     map[string]string
}

type workflow struct {
	On   map[string]yaml.Node
	Jobs map[string]struct {
		If, Environment string
		Permissions     map[string]string
		Steps           []step
	}
	Permissions map[string]string
	Runs        struct{ Steps []step }
}

func parseYAML[T any](t *testing.T, file string) T {
	t.Helper()
	var parsed T
	content, err := os.ReadFile(filepath.Join(examples, "pipelines", file))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(content, &parsed); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return parsed
}

var (
	pinned   = regexp.MustCompile(`^(\./|[\w.-]+/[\w./-]+@[0-9a-f]{40}$)`)
	scripted = regexp.MustCompile(`^scripts/\w+\.sh$`)
)

// actionlint (make lint) checks the YAML and its expressions. These tests check the promises of the
// pipelines.
func TestPipelines_github(t *testing.T) {
	want := map[string]struct{ event, environment, permissions string }{
		"plan":   {"pull_request workflow_dispatch", "idm-plan", "contents:read"},
		"review": {"workflow_run", "idm-review", "actions:read contents:read pull-requests:write statuses:write"},
		"apply":  {"push workflow_dispatch", "idm-production", "actions:read contents:read pull-requests:read"},
		"drift":  {"schedule workflow_dispatch", "idm-plan", "contents:read issues:write"},
	}
	checkSteps(t, parseYAML[workflow](t, ".github/actions/tools/action.yml").Runs.Steps)
	for name, expected := range want {
		flow := parseYAML[workflow](t, ".github/workflows/idm-"+name+".yml")
		job := flow.Jobs[name]
		var events, permissions []string
		for event := range flow.On {
			events = append(events, event)
		}
		for what, level := range job.Permissions {
			permissions = append(permissions, what+":"+level)
		}
		slices.Sort(events)
		slices.Sort(permissions)
		if strings.Join(events, " ") != expected.event || job.Environment != expected.environment ||
			strings.Join(permissions, " ") != expected.permissions {
			t.Errorf("%s runs on %v in %q with %v", name, events, job.Environment, permissions)
		}
		rehearsal, rehearses := flow.Jobs["rehearse"]
		if flow.Permissions == nil || len(flow.Permissions) > 0 || len(flow.Jobs) != 1 &&
			(name != "plan" || !rehearses || len(flow.Jobs) != 2) ||
			job.If == "" {
			t.Errorf("%s: permissions %v, %d jobs, if %q", name, flow.Permissions, len(flow.Jobs), job.If)
		}
		if rehearses {
			checkRehearsal(t, rehearsal.Environment, rehearsal.Permissions, rehearsal.Steps)
		}
		checkSteps(t, job.Steps)
		// Files that the request can change run without a token of the forge and do not review the
		// request.
		for _, s := range job.Steps {
			if name == "plan" && s.Env["GITHUB_TOKEN"] != "" || name == "review" && s.With["ref"] != "" {
				t.Errorf("%s: %+v", name, s)
			}
		}
	}
}

// checkRehearsal: whatever the request changes runs there, so that it gets what the plan gets, and
// not even the login for the state.
func checkRehearsal(t *testing.T, environment string, permissions map[string]string, steps []step) {
	t.Helper()
	checkSteps(t, steps)
	if environment != "idm-plan" || len(permissions) != 1 || permissions["contents"] != "read" {
		t.Errorf("the rehearsal runs in %q with %v", environment, permissions)
	}
	for _, s := range steps {
		if s.Env["GITHUB_TOKEN"] != "" || s.Env["PG_CONN_STR"] != "" {
			t.Errorf("the rehearsal gets %+v", s)
		}
	}
}

func checkSteps(t *testing.T, steps []step) {
	t.Helper()
	for _, s := range steps {
		if s.Uses != "" && !pinned.MatchString(s.Uses) || s.Run != "" && !scripted.MatchString(s.Run) {
			t.Errorf("an action without a digest, or more than a script: %+v", s)
		}
		if strings.HasPrefix(s.Uses, "actions/checkout@") && s.With["persist-credentials"] != "false" {
			t.Error("the checkout leaves the token in the folder")
		}
	}
}

func TestPipelines_gitlab(t *testing.T) {
	type job struct {
		Environment struct{ Name string }
		Script      []string
		Artifacts   struct {
			Access   string
			ExpireIn string `yaml:"expire_in"`
			Paths    []string
		}
		Variables map[string]string
	}
	// Every key that is not a keyword of the whole file is a job.
	file := parseYAML[struct {
		Stages                       []string
		Variables, Workflow, Default yaml.Node
		Jobs                         map[string]job `yaml:",inline"`
	}](t, ".gitlab-ci.yml").Jobs
	for _, name := range []string{"plan", "rehearse", "review", "apply", "drift"} {
		job, there := file[name]
		if !there || len(job.Script) == 0 || slices.ContainsFunc(job.Script,
			func(line string) bool { return !scripted.MatchString(line) }) {
			t.Errorf("%s does more than to call scripts: %v", name, job.Script)
		}
		if len(job.Artifacts.Paths) > 0 && (job.Artifacts.Access != "developer" || job.Artifacts.ExpireIn == "") {
			t.Errorf("%s keeps its files for ever, or for all users", name)
		}
	}
	if file["review"].Variables["GIT_STRATEGY"] != "none" || file["review"].Environment.Name != "idm-review" {
		t.Errorf("the review starts in the request's own checkout, or with its secrets: %+v", file["review"])
	}
}

func TestPipelines_images(t *testing.T) {
	content, err := os.ReadFile(filepath.Join(examples, "pipelines/Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range regexp.MustCompile(`(?m)^FROM .*$`).FindAllString(string(content), -1) {
		if !regexp.MustCompile(`^FROM (\$\{\w+}|\S+@sha256:[0-9a-f]{64})( AS \w+)?$`).MatchString(from) {
			t.Errorf("%s: an image without a digest", from)
		}
	}
	for image, ok := range map[string]bool{"registry.example/idm:latest": false,
		"registry.example/idm@sha256:" + strings.Repeat("0", 64): true} {
		command := exec.Command("bash", filepath.Join(examples, "pipelines/scripts/tools.sh"))
		folder := t.TempDir()
		for _, tool := range []string{"terraform", "idmctl", "jq", "curl", "sha256sum"} {
			if err := os.WriteFile(filepath.Join(folder, tool), []byte("#!/bin/sh\n"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		command.Env = []string{"PATH=" + folder + ":/usr/bin:/bin", "CI_JOB_IMAGE=" + image}
		if out, err := command.CombinedOutput(); (err == nil) != ok {
			t.Errorf("%s: %v\n%s", image, err, out)
		}
	}
}

func TestPipelines_shellcheck(t *testing.T) {
	needs(t, "shellcheck")
	scripts, err := filepath.Glob(filepath.Join(examples, "pipelines/scripts/*.sh"))
	if err != nil || len(scripts) == 0 {
		t.Fatal(scripts, err)
	}
	if out, err := exec.Command("shellcheck", append([]string{"--external-sources"}, scripts...)...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(string(text), "#!") && !strings.Contains(string(text), "\nset -euo pipefail\n") {
			t.Errorf("%s goes on after a failure", filepath.Base(script))
		}
	}
}
