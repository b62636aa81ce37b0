package e2e

import (
	"archive/zip"
	"cmp"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// project is a team's repository with the pipelines of a vendor, the database of the state, and the
// service.
type project struct {
	t       *testing.T
	vendor  vendor
	forge   *forge
	service *sim.Server
	url     string
	// gate is called before each request to the service is served.
	gate atomic.Pointer[func(*http.Request)]

	commits map[string]string
	main    string
	runner  map[string]string
	secrets map[string]map[string]string

	mu      sync.Mutex
	printed string
}

// vendor runs the steps of the pipelines in the order of GitHub's or GitLab's files, with the
// variables that they pass.
type vendor struct {
	name string
	// plan runs in a checkout of the commit. review runs in a checkout of the target branch, with
	// the plan that the first job has kept.
	plan   func(p *project, number int, commit string) (*job, *run)
	review func(p *project, plan *run) (*job, *run)
	apply  func(p *project, commit string, byHand *run) *job
	env    func(p *project, commit string) map[string]string
	// reviewJob returns the runner of a review before its first step.
	reviewJob func(p *project, plan *run) *job
}

var vendors = []vendor{
	{"github", (*project).githubPlan, (*project).githubReview, (*project).githubApply,
		func(p *project, commit string) map[string]string {
			return map[string]string{
				"GITHUB_ACTIONS": "true", "GITHUB_API_URL": p.forge.url, "GITHUB_SERVER_URL": "https://forge.example",
				"GITHUB_REPOSITORY": "acme/tenant",
				"GITHUB_SHA":        commit, "GITHUB_RUN_ID": "77", "GITHUB_TOKEN": forgeToken,
			}
		}, (*project).githubReviewJob},
	{"gitlab", (*project).gitlabPlan, (*project).gitlabReview, (*project).gitlabApply,
		func(p *project, commit string) map[string]string {
			return map[string]string{
				"GITLAB_CI": "true", "CI_API_V4_URL": p.forge.url, "CI_PROJECT_ID": "99", "CI_COMMIT_SHA": commit,
				"CI_JOB_URL":       "https://forge.example/jobs/77",
				"CI_COMMIT_BRANCH": "main", "CI_PIPELINE_ID": "1",
			}
		}, (*project).gitlabReviewJob},
}

const planFile = "out/tenant.plan"

func (p *project) planned(commit string) *job {
	j := p.job(commit, "idm-plan")
	delete(j.environment, "GITHUB_TOKEN")
	j.run("idmctl pipeline plan")
	return j
}

// rehearsed matches the outcome of a rehearsal.
var rehearsed = regexp.MustCompile(`The apply (goes through|fails)|The plan was not rehearsed`)

// rehearse runs the job after the plan, which has no token of the forge, and no login for the state.
func (p *project) rehearse(commit string, planned *job, at string) {
	if !planned.ok {
		return
	}
	j := p.job(commit, "idm-plan")
	for _, secret := range []string{"GITHUB_TOKEN", "PG_CONN_STR"} {
		delete(j.environment, secret)
	}
	j.write(at, planned.kept(planFile)[planFile])
	if !j.run("idmctl pipeline rehearse").ok || !rehearsed.MatchString(j.output.String()) {
		p.t.Errorf("the rehearsal fails the request, or shows nothing:\n%s", j.output.String())
	}
}

func (p *project) githubPlan(number int, commit string) (*job, *run) {
	j := p.planned(commit)
	p.rehearse(commit, j, "in/tenant.plan")
	return j, p.forge.ran("idm-plan", number, commit, j.ok, j.kept(planFile))
}

func (p *project) githubReviewJob(plan *run) *job {
	j := p.job(p.main, "idm-review")
	j.environment["PLAN_RUN_ID"] = fmt.Sprint(plan.ID)
	return j
}

func (p *project) githubReview(plan *run) (*job, *run) {
	j := p.githubReviewJob(plan)
	j.run("idmctl pipeline request")
	j.environment["PULL_REQUEST"], j.environment["HEAD_SHA"] = j.outputs["number"], j.outputs["head"]
	if j.ok {
		j.write("in/tenant.plan", plan.Kept[planFile])
		j.run("idmctl pipeline review")
	}
	kept := j.kept("out/review.html")
	if j.ok {
		kept[j.outputs["reviewed"]] = j.kept(planFile)[planFile]
	}
	return j, p.forge.ran("idm-review", plan.Change, plan.Head, j.ok, kept)
}

func (p *project) githubApply(commit string, byHand *run) *job {
	j := p.job(commit, "idm-production")
	if byHand != nil {
		j.environment["RUN_ID"] = fmt.Sprint(byHand.ID)
	}
	j.run("idmctl pipeline approved")
	if !j.ok {
		return j
	}
	var id int
	_, _ = fmt.Sscan(j.outputs["run_id"], &id)
	j.write(planFile, p.forge.run(id).Kept[j.outputs["artifact"]])
	j.environment["DIGEST"] = j.outputs["digest"]
	return j.run("idmctl pipeline apply")
}

func (p *project) gitlabPlan(number int, commit string) (*job, *run) {
	j := p.planned(commit)
	p.rehearse(commit, j, planFile)
	return j, p.forge.ran("plan", number, commit, j.ok, j.kept(planFile))
}

func (p *project) gitlabReviewJob(plan *run) *job {
	j := p.job(p.main, "idm-review")
	j.environment["CI_COMMIT_SHA"], j.environment["CI_PIPELINE_ID"] = plan.Head, fmt.Sprint(plan.ID)
	if plan.Change > 0 {
		j.environment["CI_MERGE_REQUEST_IID"], j.environment["CI_COMMIT_BRANCH"] = fmt.Sprint(plan.Change), ""
	}
	return j
}

func (p *project) gitlabReview(plan *run) (*job, *run) {
	j := p.gitlabReviewJob(plan)
	if j.run("idmctl pipeline request").ok {
		j.run("idmctl pipeline review")
	}
	kept := map[string]string{}
	for name, content := range j.kept(planFile, "out/reviewed", "out/review.html") {
		kept["base/"+name] = content
	}
	return j, p.forge.ran("review", plan.Change, plan.Head, j.ok, kept)
}

func (p *project) gitlabApply(commit string, byHand *run) *job {
	j := p.job(commit, "idm-production")
	j.environment["CI_PIPELINE_SOURCE"] = "push"
	if byHand != nil {
		j.environment["CI_PIPELINE_SOURCE"], j.environment["CI_PIPELINE_ID"] = "web", fmt.Sprint(byHand.ID-1)
	}
	if j.run("idmctl pipeline approved").ok {
		j.run("idmctl pipeline apply")
	}
	return j
}

// job is one job on its runner: a fresh copy of a commit, and the environment of the vendor.
type job struct {
	*project
	folder               string
	environment, outputs map[string]string
	output               *transcript
	ok                   bool
}

// job copies the commit to the folder of the job, and sets the variables and secrets of an
// environment.
func (p *project) job(commit, environment string) *job {
	p.t.Helper()
	j := &job{project: p, folder: p.t.TempDir(), environment: maps.Clone(p.runner), outputs: map[string]string{}, output: newTranscript(),
		ok: true}
	maps.Copy(j.environment, p.vendor.env(p, commit))
	maps.Copy(j.environment, p.secrets[environment])
	if token := gitlabToken(environment); p.forge.tokens[token] != (access{}) {
		j.environment["GITLAB_TOKEN"] = token
	}
	if environment == "idm-plan" || environment == "idm-drift" {
		maps.Copy(j.environment,
			map[string]string{"PG_SKIP_SCHEMA_CREATION": "true", "PG_SKIP_TABLE_CREATION": "true", "PG_SKIP_INDEX_CREATION": "true",
				"IDM_PLAN_CHECKS": "off"})
	}
	if err := os.CopyFS(j.folder, os.DirFS(p.commits[commit])); err != nil {
		p.t.Fatal(err)
	}
	return j
}

// command returns a script as a command of the vendor's runner.
func (j *job) command(script string) *exec.Cmd {
	j.t.Helper()
	command := exec.CommandContext(j.t.Context(), "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	command.Dir = j.folder
	for name, value := range j.environment {
		command.Env = append(command.Env, name+"="+value)
	}
	command.Stdout, command.Stderr = j.output, j.output
	return command
}

// run runs a script and reads the values that it passes to the next one. A step gets its flags from
// the pipeline files.
func (j *job) run(script string) *job {
	j.t.Helper()
	if name, isStep := strings.CutPrefix(script, "idmctl pipeline "); isStep && !strings.Contains(name, " ") {
		script = stepLine(j.t, j.vendor.name, name)
	}
	outputs := filepath.Join(j.t.TempDir(), "outputs")
	command := j.command(script)
	command.Env = append(command.Env, "GITHUB_OUTPUT="+outputs)
	if words := wordsOf(script); j.service == nil && words[0] == "idmctl" && !strings.Contains(script, "$") {
		j.ok = inProcess(j.t, j.folder, command.Env, j.output, j.output, words[1:]...) == 0 && j.ok
	} else {
		j.ok = command.Run() == nil && j.ok
	}
	written, _ := os.ReadFile(outputs)
	for line := range strings.Lines(string(written)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		j.outputs[name] = value
	}
	j.finish(j)
	return j
}

// kept returns the existing files of the job.
func (j *job) kept(names ...string) map[string]string {
	files := map[string]string{}
	for _, name := range names {
		if content, err := os.ReadFile(filepath.Join(j.folder, name)); err == nil {
			files[name] = string(content)
		}
	}
	return files
}

func (j *job) write(name, content string) {
	j.t.Helper()
	path := filepath.Join(j.folder, name)
	if err := cmp.Or(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600)); err != nil {
		j.t.Fatal(err)
	}
}

// newProject returns a repository with the unchanged pipelines folder, on a service with the demo
// tenant.
func newProject(t *testing.T, v vendor, state *postgres) *project {
	t.Helper()
	p := &project{t: t, vendor: v, forge: newForge(t, v.name), commits: map[string]string{}}
	p.takeTokens()
	f := p.forge
	// The pipeline ignores comments of others, even if they look the same. Here they also fill the
	// first pages.
	for i := range 120 {
		f.Comments = append(f.Comments,
			&posted{Number: i + 1, Change: 1, Author: otherUser, Body: "<!-- idmctl-review of tenant --> <!-- idmctl review of tenant -->"})
	}
	f.Issues = append(f.Issues, &posted{Number: 1, Author: otherUser, Labels: []string{"idm-drift"}, Notes: []string{},
		Body: "<!-- idmctl-drift of tenant --> <!-- idmctl drift of tenant -->"})
	server, err := sim.New(sim.Options{Seed: sim.DemoSeed()})
	if err != nil {
		t.Fatal(err)
	}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if gate := p.gate.Load(); gate != nil {
			(*gate)(r)
		}
		server.ServeHTTP(w, r)
	}))
	t.Cleanup(service.Close)
	p.service, p.url = server, service.URL
	tools, configuration, cli := tools(t)
	home := t.TempDir()
	p.runner = map[string]string{
		"PATH": tools + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME": home, "TMPDIR": home,
		"TF_CLI_CONFIG_FILE": configuration, "CHECKPOINT_DISABLE": "1", "TF_IN_AUTOMATION": "1", "GOMAXPROCS": "1",
		"CLI": cli, "IDM_BASE_URL": p.url, "IDM_CLIENT_EXT_ID": "acme",
	}
	reading := map[string]string{"IDM_TOKEN": "demo-reader-token", "PG_CONN_STR": state.address("idm_reader", readerPassword, v.name)}
	p.secrets = map[string]map[string]string{
		"idm-plan": reading, "idm-drift": reading, "idm-review": {"IDM_TOKEN": "demo-reader-token"},
		"idm-production": {"IDM_TOKEN": "demo-admin-token", "PG_CONN_STR": state.address("idm", statePassword, v.name)},
	}
	p.prepareState(state)
	return p
}

// gitlabToken returns the token of an environment. The drift run uses the token of the review.
func gitlabToken(environment string) string {
	if environment == "idm-drift" {
		environment = "idm-review"
	}
	return forgeToken + "-" + environment
}

// takeTokens gives each GitLab environment the token that the guide recommends for it.
func (p *project) takeTokens() {
	p.t.Helper()
	if p.vendor.name != "gitlab" {
		return
	}
	guide, err := os.ReadFile("../../../templates/guides/pipelines.md.tmpl")
	if err != nil {
		p.t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| .GITLAB_TOKEN. .*$`).FindString(string(guide))
	found := regexp.MustCompile("role ([A-Za-z]+), scope `([a-z_]+)`").FindAllStringSubmatch(row, -1)
	if len(found) != 2 {
		p.t.Fatalf("the guide does not recommend the two tokens of GitLab: %q", row)
	}
	review, apply := access{forgeRoles[found[0][1]], found[0][2]}, access{forgeRoles[found[1][1]], found[1][2]}
	maps.Copy(p.forge.tokens, map[string]access{gitlabToken("idm-review"): review, gitlabToken("idm-production"): apply})
}

// prepareState does the manual one-time setup of the database by its owner.
func (p *project) prepareState(state *postgres) {
	p.t.Helper()
	state.sql(p.t, "postgres", "--command=CREATE DATABASE "+p.vendor.name)
	p.main = p.commit("", nil)
	owner := p.runnerOf(p.main, "0s")
	p.must(owner.run(`"$CLI" -chdir=tenant init -input=false`))
	state.sql(p.t, p.vendor.name, "--file="+filepath.Join(owner.folder, "database.sql"))
}

// tools returns a folder with the programs of the vendor's runner, a CLI configuration with which
// init finds the provider, and the name of the CLI.
func tools(t *testing.T) (folder, configuration, cli string) {
	t.Helper()
	provider := binary(t)
	idmctl := companion(t)
	folder, cli = t.TempDir(), "terraform"
	host := os.Getenv("TF_ACC_PROVIDER_HOST")
	if host == "registry.opentofu.org" {
		cli = "tofu"
	} else {
		host = "registry.terraform.io"
	}
	mirrored := filepath.Join(folder, "mirror", host, "identity-iac/idm/0.1.0", runtime.GOOS+"_"+runtime.GOARCH)
	if err := os.MkdirAll(mirrored, 0o700); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{
		filepath.Join(folder, cli): os.Getenv("TF_ACC_TERRAFORM_PATH"), filepath.Join(folder, "idmctl"): idmctl,
		filepath.Join(mirrored, "terraform-provider-idm_v0.1.0"): filepath.Join(provider, "terraform-provider-idm"),
	} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	configuration = filepath.Join(folder, "cli.tfrc")
	text := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", filepath.Join(folder, "mirror"))
	if err := os.WriteFile(configuration, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder, configuration, cli
}

// commit adds files to a commit and returns the new commit. If from is "", the commit contains only
// the folder of the example.
func (p *project) commit(from string, files map[string]string) string {
	p.t.Helper()
	folder, parent := p.t.TempDir(), filepath.Join(examples, "pipelines")
	if from != "" {
		parent = p.commits[from]
	}
	if err := os.CopyFS(folder, os.DirFS(parent)); err != nil {
		p.t.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			p.t.Fatal(err)
		}
	}
	sha := fmt.Sprintf("%040x", 0xc0ffee+len(p.commits))
	p.commits[sha] = folder
	return sha
}

// review runs the pipeline of a pull or merge request after a push, or for the request 0 a manually
// started one.
func (p *project) review(number int, commit string) (*job, *run) {
	p.t.Helper()
	p.forge.pushed(number, commit)
	planned, plan := p.vendor.plan(p, number, commit)
	if !planned.ok {
		return planned, plan
	}
	return p.vendor.review(p, plan)
}

// merge creates a merge commit and runs its apply.
func (p *project) merge(number int, merged string) *job {
	p.t.Helper()
	p.forge.change(number).Merge = merged
	p.main = merged
	return p.vendor.apply(p, merged, nil)
}

// finish collects the output of a job, which must not contain a secret.
func (p *project) finish(j *job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.printed += j.output.String()
}

// file returns the content of a file in a commit.
func (p *project) file(commit, name string) string {
	p.t.Helper()
	content, err := os.ReadFile(filepath.Join(p.commits[commit], name))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(content)
}

// unpacked returns a saved plan as text. It returns any other text unchanged.
func unpacked(t *testing.T, content string) string {
	t.Helper()
	archive, err := zip.NewReader(strings.NewReader(content), int64(len(content)))
	if err != nil {
		return content
	}
	var text strings.Builder
	for _, file := range archive.File {
		part, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&text, part); err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}
