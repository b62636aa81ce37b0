package e2e

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// step is a step of a workflow or of a composite action of GitHub.
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
	pinned  = regexp.MustCompile(`^(\./|[\w.-]+/[\w./-]+@[0-9a-f]{40}$)`)
	command = regexp.MustCompile(`^idmctl pipeline [a-z]+( --[a-z-]+ ("[\w =-]+"|\d+))* ?$`)
)

// actionlint (make lint) checks the YAML and its expressions. These tests check the promises of the
// pipelines.
func TestPipelines_github(t *testing.T) {
	t.Parallel()
	want := map[string]struct{ event, environment, permissions string }{
		"plan":   {"pull_request workflow_dispatch", "idm-plan", "contents:read"},
		"review": {"workflow_run", "idm-review", "actions:read contents:read pull-requests:write statuses:write"},
		"apply":  {"push workflow_dispatch", "idm-production", "actions:read contents:read pull-requests:read"},
		"drift":  {"schedule workflow_dispatch", "idm-plan", "contents:read issues:write"},
	}
	checkAction(t, parseYAML[workflow](t, ".github/actions/tools/action.yml").Runs.Steps)
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

// checkRehearsal checks the job in which the code of the request runs: it gets the same access as
// the plan, but not the login for the state.
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

func checkAction(t *testing.T, steps []step) {
	t.Helper()
	for _, s := range steps {
		if s.Uses != "" && !pinned.MatchString(s.Uses) || strings.Contains(s.Run, "${{") {
			t.Errorf("an action without a digest, or an expression in a script: %+v", s)
		}
	}
}

func checkSteps(t *testing.T, steps []step) {
	t.Helper()
	for _, s := range steps {
		if s.Uses != "" && !pinned.MatchString(s.Uses) || s.Run != "" && !command.MatchString(s.Run) {
			t.Errorf("an action without a digest, or more than a step of idmctl: %+v", s)
		}
		if strings.HasPrefix(s.Uses, "actions/checkout@") && s.With["persist-credentials"] != "false" {
			t.Error("the checkout leaves the token in the folder")
		}
	}
}

// gitlabJob is a job of the component.
type gitlabJob struct {
	Environment struct{ Name string }
	Script      []string
	Artifacts   struct {
		Access   string
		ExpireIn string `yaml:"expire_in"`
		Paths    []string
	}
	Variables map[string]string
}

// gitlabJobs returns the jobs of the component that .gitlab-ci.yml includes, with its inputs. Every
// top-level key that is not a keyword is a job.
func gitlabJobs(t *testing.T) map[string]gitlabJob {
	t.Helper()
	included := parseYAML[struct {
		Include []struct {
			Local  string
			Inputs map[string]string
		}
	}](t, ".gitlab-ci.yml").Include
	if len(included) != 1 || included[0].Local == "" {
		t.Fatalf("the pipeline is not the component: %+v", included)
	}
	spec := parseYAML[struct {
		Spec struct {
			Inputs map[string]struct{ Description, Default string }
		}
	}](t, included[0].Local).Spec.Inputs
	content, err := os.ReadFile(filepath.Join(examples, "pipelines", included[0].Local))
	if err != nil {
		t.Fatal(err)
	}
	for name := range included[0].Inputs {
		if spec[name].Description == "" {
			t.Errorf("the component has no input %s, or does not describe it", name)
		}
	}
	_, body, _ := strings.Cut(string(content), "\n---\n")
	body = regexp.MustCompile(`\$\[\[ inputs\.([a-z-]+) ]]`).ReplaceAllStringFunc(body, func(input string) string {
		name := strings.TrimSuffix(strings.TrimPrefix(input, "$[[ inputs."), " ]]")
		value := cmp.Or(included[0].Inputs[name], spec[name].Default)
		if value == "" && name != "review" {
			t.Errorf("the input %s has no value", name)
		}
		return value
	})
	var file struct {
		Stages                       []string
		Variables, Workflow, Default yaml.Node
		Jobs                         map[string]gitlabJob `yaml:",inline"`
	}
	if err := yaml.Unmarshal([]byte(body), &file); err != nil {
		t.Fatal(err)
	}
	return file.Jobs
}

func TestPipelines_gitlab(t *testing.T) {
	t.Parallel()
	file := gitlabJobs(t)
	for _, name := range []string{"plan", "rehearse", "review", "apply", "drift"} {
		job, there := file[name]
		if !there || len(job.Script) == 0 || slices.ContainsFunc(job.Script,
			func(line string) bool { return !command.MatchString(line) }) {
			t.Errorf("%s does more than steps of idmctl: %v", name, job.Script)
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
	for image, refused := range map[string]bool{"registry.example/idm:latest": true,
		"registry.example/idm@sha256:" + strings.Repeat("0", 64): false} {
		p := bare(t, vendors[1])
		j := p.job(p.main, "idm-plan")
		j.environment["CI_JOB_IMAGE"] = image
		if j.run("idmctl pipeline plan"); strings.Contains(j.output.String(), "its digest") != refused {
			t.Errorf("%s:\n%s", image, j.output.String())
		}
	}
}

// stepLine returns the line of a pipeline file that runs a step, with its flags.
func stepLine(t *testing.T, vendor, name string) string {
	t.Helper()
	var lines []string
	if vendor == "gitlab" {
		for _, job := range gitlabJobs(t) {
			lines = append(lines, job.Script...)
		}
	} else {
		for _, file := range []string{"plan", "review", "apply", "drift"} {
			for _, job := range parseYAML[workflow](t, ".github/workflows/idm-"+file+".yml").Jobs {
				for _, s := range job.Steps {
					lines = append(lines, s.Run)
				}
			}
		}
	}
	for _, line := range lines {
		if line == "idmctl pipeline "+name || strings.HasPrefix(line, "idmctl pipeline "+name+" ") {
			return line
		}
	}
	t.Fatalf("no job of %s runs the step %s", vendor, name)
	return ""
}
