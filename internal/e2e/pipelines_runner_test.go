package e2e

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// scope is what an expression of a pipeline may name.
type scope map[string]string

var operand = regexp.MustCompile(`^[$\w.-]+$`)

// value evaluates an expression, of GitHub's or of GitLab's: names, literals, !, ==, && and ||. A name that is not known is a mistake in the pipeline.
func (v scope) value(t *testing.T, expression string) string {
	t.Helper()
	expression = strings.TrimSpace(expression)
	if left, right, ok := strings.Cut(expression, "||"); ok {
		if value := v.value(t, left); value != "" {
			return value
		}
		return v.value(t, right)
	}
	if left, right, ok := strings.Cut(expression, "&&"); ok {
		if v.value(t, left) == "" {
			return ""
		}
		return v.value(t, right)
	}
	if left, right, ok := strings.Cut(expression, "=="); ok {
		return truth(v.value(t, left) == v.value(t, right))
	}
	if rest, ok := strings.CutPrefix(expression, "!"); ok {
		return truth(v.value(t, rest) == "")
	}
	if expression == "cancelled()" {
		return ""
	}
	if quoted := strings.Trim(expression, `'"`); quoted != expression {
		return quoted
	}
	value, known := v[strings.TrimPrefix(expression, "$")]
	if !operand.MatchString(expression) || !known {
		t.Fatalf("the pipeline uses %q, which is not known", expression)
	}
	return value
}

func truth(b bool) string {
	if b {
		return "true"
	}
	return ""
}

var braces = regexp.MustCompile(`\$\{\{(.*?)\}\}`)

// text puts the values of GitHub's expressions into a text.
func (v scope) text(t *testing.T, text string) string {
	return braces.ReplaceAllStringFunc(text, func(match string) string { return v.value(t, braces.FindStringSubmatch(match)[1]) })
}

// condition evaluates what a workflow has at `if`. Unless it asks for the status itself, it also wants all steps before it to have succeeded.
func (v scope) condition(t *testing.T, expression string, ok bool) bool {
	if match := braces.FindStringSubmatch(expression); match != nil {
		expression = match[1]
	}
	return (ok || strings.Contains(expression, "cancelled()")) && (expression == "" || v.value(t, expression) != "")
}

// workflow is a file of GitHub Actions.
type workflow struct {
	On          map[string]yaml.Node
	Permissions map[string]string
	Env         map[string]string
	Concurrency map[string]string
	Jobs        map[string]struct {
		If, Environment string
		Permissions     map[string]string
		Steps           []step
	}
}

type step struct {
	ID, If, Uses, Run, Shell string
	Env, With                map[string]string
}

// action is a composite action of the repository.
type action struct {
	Runs struct{ Steps []step }
}

// parse reads a file as YAML. A comment is no mistake, an unknown anchor is.
func parseYAML[T any](t *testing.T, file string) T {
	t.Helper()
	var parsed T
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &parsed); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return parsed
}

// job is one job on its runner: a fresh copy of a commit, and what the vendor gives it.
type job struct {
	*project
	folder      string
	environment map[string]string
	kept        map[string]map[string]string
	output      *transcript
	ok, skipped bool
}

// start copies the commit to where the job runs.
func (p *project) start(commit string) *job {
	p.t.Helper()
	j := &job{project: p, folder: p.t.TempDir(), environment: maps.Clone(p.runner), kept: map[string]map[string]string{}, output: newTranscript(), ok: true}
	if err := os.CopyFS(j.folder, os.DirFS(p.commits[commit])); err != nil {
		p.t.Fatal(err)
	}
	return j
}

// command is a script as the vendor's runner starts it.
func (j *job) command(script string) *exec.Cmd {
	j.t.Helper()
	file := filepath.Join(j.t.TempDir(), "step.sh")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		j.t.Fatal(err)
	}
	command := exec.CommandContext(j.t.Context(), "bash", "--noprofile", "--norc", "-eo", "pipefail", file)
	command.Dir = j.folder
	for name, value := range j.environment {
		command.Env = append(command.Env, name+"="+value)
	}
	command.Stdout, command.Stderr = j.output, j.output
	return command
}

// shell runs a script, with some variables of its own.
func (j *job) shell(script string, variables map[string]string) {
	j.t.Helper()
	command := j.command(script)
	for name, value := range variables {
		command.Env = append(command.Env, name+"="+value)
	}
	j.ok = command.Run() == nil && j.ok
}

// github runs the one job of a workflow: its steps as they stand in the file, in order, and nothing beside them.
func (p *project) github(file, commit string, context scope) *job {
	p.t.Helper()
	j := p.start(commit)
	flow := parseYAML[workflow](p.t, filepath.Join(j.folder, ".github/workflows", file))
	if len(flow.Jobs) != 1 {
		p.t.Fatalf("%s has %d jobs", file, len(flow.Jobs))
	}
	for name, work := range flow.Jobs {
		known := maps.Clone(context)
		maps.Copy(known, p.shared)
		if !known.condition(p.t, work.If, true) {
			j.skipped = true
			return j
		}
		for name, secret := range p.secrets[work.Environment] {
			known["secrets."+name] = secret
		}
		known["github.token"] = ""
		if len(work.Permissions) > 0 {
			known["github.token"] = forgeToken
		}
		for name, value := range flow.Env {
			value = known.text(p.t, value)
			j.environment[name], known["env."+name] = value, value
		}
		maps.Copy(j.environment, map[string]string{
			"GITHUB_ACTIONS": "true", "GITHUB_API_URL": p.forge.url, "GITHUB_SERVER_URL": "https://forge.example", "GITHUB_REPOSITORY": "acme/tenant",
			"GITHUB_SHA": commit, "GITHUB_JOB": name, "GITHUB_RUN_ID": "77", "GITHUB_STEP_SUMMARY": filepath.Join(j.folder, "summary"),
		})
		j.steps(work.Steps, known)
	}
	p.finish(j)
	return j
}

func (j *job) steps(steps []step, known scope) {
	for _, s := range steps {
		if !known.condition(j.t, s.If, j.ok) {
			continue
		}
		inputs := map[string]string{}
		for name, value := range s.With {
			inputs[name] = known.text(j.t, value)
		}
		if s.Uses != "" {
			j.uses(s.Uses, inputs, known)
			continue
		}
		if braces.MatchString(s.Run) {
			j.t.Errorf("the step has an expression in its script, where a title could inject commands: %s", s.Run)
		}
		environment := map[string]string{"GITHUB_OUTPUT": filepath.Join(j.t.TempDir(), "output")}
		for name, value := range s.Env {
			environment[name] = known.text(j.t, value)
		}
		j.shell(s.Run, environment)
		written, _ := os.ReadFile(environment["GITHUB_OUTPUT"])
		for line := range strings.Lines(string(written)) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			known["steps."+s.ID+".outputs."+name] = value
		}
	}
}

// uses does what an action of the vendor's does, as far as the pipelines rely on it.
func (j *job) uses(name string, inputs map[string]string, known scope) {
	j.t.Helper()
	if local, ok := strings.CutPrefix(name, "./"); ok {
		inner := maps.Clone(known)
		for name, value := range inputs {
			inner["inputs."+name] = value
		}
		j.steps(parseYAML[action](j.t, filepath.Join(j.folder, local, "action.yml")).Runs.Steps, inner)
		return
	}
	switch name, _, _ := strings.Cut(name, "@"); name {
	case "actions/checkout", "actions/setup-go", "hashicorp/setup-terraform", "opentofu/setup-opentofu":
		// The commit and the programs are there.
	case "actions/upload-artifact":
		content, err := os.ReadFile(filepath.Join(j.folder, inputs["path"]))
		if err == nil {
			// One file is kept under its own name, without the folders above it.
			j.kept[inputs["name"]] = map[string]string{filepath.Base(inputs["path"]): string(content)}
		}
		j.ok = j.ok && (err == nil || inputs["if-no-files-found"] == "ignore")
	case "actions/download-artifact":
		var id int
		_, _ = fmt.Sscan(inputs["run-id"], &id)
		kept := j.forge.artefact(id, inputs["name"])
		for file, content := range kept {
			j.write(filepath.Join(inputs["path"], file), content)
		}
		j.ok = j.ok && len(kept) > 0 && inputs["github-token"] == forgeToken
	default:
		j.t.Fatalf("the pipeline uses %s, which the test does not know", name)
	}
}

func (j *job) write(name, content string) {
	j.t.Helper()
	file := filepath.Join(j.folder, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		j.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		j.t.Fatal(err)
	}
}

// gitlabJob is a job of .gitlab-ci.yml.
type gitlabJob struct {
	Extends      string
	Stage        string
	Rules        []struct{ If, When string }
	Environment  struct{ Name, Action string }
	Variables    map[string]string
	Script       []string
	BeforeScript []string `yaml:"before_script"`
	Needs        []struct{ Job string }
	Artifacts    struct {
		When, Access string
		ExpireIn     string `yaml:"expire_in"`
		Paths        []string
	}
}

// gitlabFile is .gitlab-ci.yml. What is no keyword of the whole file is a job.
type gitlabFile struct {
	Stages    []string
	Variables map[string]string
	Workflow  gitlabJob
	Default   gitlabJob
	Image     yaml.Node
	Jobs      map[string]gitlabJob `yaml:",inline"`
}

// runs tells whether one of the rules lets a job into a pipeline.
func (j gitlabJob) runs(t *testing.T, known scope) bool {
	for _, rule := range j.Rules {
		if known.value(t, rule.If) != "" {
			return true
		}
	}
	return false
}

// gitlab runs a job of a pipeline: its lines as they stand in the file, in order. What earlier jobs of the pipeline kept is there if the job needs it.
func (p *project) gitlab(name, commit string, predefined scope, earlier *job) *job {
	p.t.Helper()
	j := p.start(commit)
	file := parseYAML[gitlabFile](p.t, filepath.Join(j.folder, ".gitlab-ci.yml"))
	work, there := file.Jobs[name]
	if !there {
		p.t.Fatalf("there is no job %s", name)
	}
	if parent, there := file.Jobs[work.Extends]; there {
		work.Environment, work.Variables = parent.Environment, parent.Variables
	}
	if j.skipped = !file.Workflow.runs(p.t, predefined) || !work.runs(p.t, predefined); j.skipped {
		return j
	}
	// Later ones win: a variable of the project's over one of the file.
	for _, variables := range []map[string]string{file.Variables, work.Variables, predefined, p.shared, p.secrets[work.Environment.Name]} {
		for name, value := range variables {
			j.environment[strings.TrimPrefix(name, "vars.")] = os.Expand(value, func(of string) string { return j.environment[of] })
		}
	}
	maps.Copy(j.environment, map[string]string{
		"GITLAB_CI": "true", "CI_API_V4_URL": p.forge.url, "CI_PROJECT_ID": "99", "CI_COMMIT_SHA": commit, "CI_JOB_URL": "https://forge.example/jobs/77",
	})
	if earlier != nil && len(work.Needs) > 0 {
		for file, content := range earlier.kept[work.Needs[0].Job] {
			j.write(file, content)
		}
	}
	j.shell(strings.Join(slices.Concat(file.Default.BeforeScript, work.Script), "\n"), nil)
	if j.ok || work.Artifacts.When == "always" {
		j.kept[name] = map[string]string{}
		for _, path := range work.Artifacts.Paths {
			if content, err := os.ReadFile(filepath.Join(j.folder, path)); err == nil {
				j.kept[name][path] = string(content)
			}
		}
	}
	p.finish(j)
	return j
}
