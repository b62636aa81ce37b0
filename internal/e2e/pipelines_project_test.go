package e2e

import (
	"archive/zip"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// project is a team's repository with the pipelines of a vendor, the state's database, and the service.
type project struct {
	t       *testing.T
	vendor  vendor
	forge   *forge
	service *sim.Server
	url     string
	// gate is asked before each request to the service is answered.
	gate atomic.Pointer[func(*http.Request)]

	commits map[string]string
	runner  map[string]string
	shared  map[string]string
	secrets map[string]map[string]string

	mu      sync.Mutex
	printed strings.Builder
}

// vendor runs the three pipelines as GitHub or GitLab does.
type vendor struct {
	name   string
	api    func(*forge) http.Handler
	review func(p *project, number int, commit string) *job
	apply  func(p *project, commit string, byHand *run, earlier *job) *job
	drift  func(p *project, commit string) *job
}

var vendors = []vendor{
	{"github", github,
		func(p *project, number int, commit string) *job {
			return p.github("idm-review.yml", commit, event(number, commit))
		},
		func(p *project, commit string, byHand *run, _ *job) *job {
			context := event(0, commit)
			if byHand != nil {
				context["inputs.run_id"] = fmt.Sprint(byHand.ID)
			}
			return p.github("idm-apply.yml", commit, context)
		},
		func(p *project, commit string) *job { return p.github("idm-drift.yml", commit, event(0, commit)) },
	},
	{"gitlab", gitlab,
		func(p *project, number int, commit string) *job {
			return p.gitlab("review", commit, source(number, "web"), nil)
		},
		func(p *project, commit string, byHand *run, earlier *job) *job {
			if byHand != nil {
				return p.gitlab("apply", commit, source(0, "web"), earlier)
			}
			return p.gitlab("apply", commit, source(0, "push"), nil)
		},
		func(p *project, commit string) *job { return p.gitlab("drift", commit, source(0, "schedule"), nil) },
	},
}

// event is GitHub's context of a pull request, or of a run on main.
func event(number int, commit string) scope {
	context := scope{
		"github.event_name": "workflow_dispatch", "github.ref": "refs/heads/main", "github.repository": "acme/tenant",
		"github.event.pull_request.number": "", "github.event.pull_request.head.sha": "", "github.event.pull_request.head.repo.full_name": "",
		"inputs.run_id": "", "steps.reviewed.outputs.run_id": "",
	}
	if number > 0 {
		maps.Copy(context, scope{
			"github.event_name": "pull_request", "github.ref": fmt.Sprintf("refs/pull/%d/merge", number), "github.event.pull_request.number": fmt.Sprint(number),
			"github.event.pull_request.head.sha": commit, "github.event.pull_request.head.repo.full_name": "acme/tenant",
		})
	}
	return context
}

// source is what GitLab predefines for a merge request's pipeline, or for one of another source on main.
func source(number int, of string) scope {
	predefined := scope{
		"CI_PIPELINE_SOURCE": of, "CI_DEFAULT_BRANCH": "main", "CI_COMMIT_BRANCH": "main", "CI_REGISTRY_IMAGE": "registry.example/acme/tenant",
		"CI_MERGE_REQUEST_PROJECT_ID": "", "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "",
	}
	if number > 0 {
		maps.Copy(predefined, scope{
			"CI_PIPELINE_SOURCE": "merge_request_event", "CI_COMMIT_BRANCH": "", "CI_MERGE_REQUEST_IID": fmt.Sprint(number),
			"CI_MERGE_REQUEST_PROJECT_ID": "99", "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "99",
		})
	}
	return predefined
}

// newProject is a repository that has the pipelines' folder as it is, on a service with the demo tenant.
func newProject(t *testing.T, v vendor, state *postgres) *project {
	t.Helper()
	p := &project{t: t, vendor: v, forge: newForge(t, v.api), commits: map[string]string{}}
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
		"TF_CLI_CONFIG_FILE": configuration, "CHECKPOINT_DISABLE": "1",
	}
	p.shared = map[string]string{"vars.IDM_CLI": cli, "vars.CLI": cli, "vars.IDM_BASE_URL": p.url, "vars.IDM_CLIENT_EXT_ID": "acme"}
	p.secrets = map[string]map[string]string{
		"idm-plan":       {"IDM_TOKEN": "demo-reader-token", "PG_CONN_STR": state.address("idm_reader", readerPassword, v.name), "GITLAB_TOKEN": forgeToken},
		"idm-production": {"IDM_TOKEN": "demo-admin-token", "PG_CONN_STR": state.address("idm", statePassword, v.name), "GITLAB_TOKEN": forgeToken},
	}
	p.prepareState(state)
	return p
}

// prepareState does what the owner of the database does once, by hand.
func (p *project) prepareState(state *postgres) {
	p.t.Helper()
	state.sql(p.t, "postgres", "--command=CREATE DATABASE "+p.vendor.name)
	owner := p.runnerOf(p.commit("", nil), "0s")
	owner.shell(`"$CLI" -chdir=tenant init -input=false`, nil)
	p.must(owner)
	state.sql(p.t, p.vendor.name, "--file="+filepath.Join(owner.folder, "database.sql"))
}

// tools is a folder with what the vendor's runner has installed, the CLI's configuration with the provider where init finds it, and the name of the CLI.
func tools(t *testing.T) (folder, configuration, cli string) {
	t.Helper()
	provider, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	idmctl, err := companion()
	if err != nil {
		t.Fatal(err)
	}
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

// commit adds files to a commit, "" for the folder of the example alone, and returns the new one.
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

// review runs the pipeline of a pull or merge request after a push, or the one that is started by hand for the request 0.
func (p *project) review(number int, commit string) (*job, *run) {
	p.t.Helper()
	p.forge.pushed(number, commit)
	j := p.vendor.review(p, number, commit)
	return j, p.forge.ran(number, commit, j)
}

// merge makes the commit of a merge, and runs the apply that it starts.
func (p *project) merge(number int, merged string) *job {
	p.t.Helper()
	p.forge.merged(number, merged)
	return p.vendor.apply(p, merged, nil, nil)
}

// finish keeps what a job printed, among which no secret may be.
func (p *project) finish(j *job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.printed.WriteString(j.output.String())
}

// file is the content of a file in a commit.
func (p *project) file(commit, name string) string {
	p.t.Helper()
	content, err := os.ReadFile(filepath.Join(p.commits[commit], name))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(content)
}

// artefact is a file that the job kept for people.
func (j *job) artefact(name string) string {
	for _, files := range j.kept {
		for file, content := range files {
			if filepath.Base(file) == name {
				return content
			}
		}
	}
	return ""
}

// unpacked is a saved plan as text, or a text as it is.
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
