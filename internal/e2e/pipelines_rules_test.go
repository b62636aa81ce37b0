package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var pinnedAction = regexp.MustCompile(`^[\w-]+/[\w.-]+@[0-9a-f]{40}$`)

// What the vendors advise is kept to in every workflow of GitHub's.
func TestPipelines_githubRules(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(examples, "pipelines/.github/workflows/*.yml"))
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			flow := parseYAML[workflow](t, file)
			if _, dangerous := flow.On["pull_request_target"]; dangerous {
				t.Error("pull_request_target gives secrets to code that nobody has reviewed")
			}
			if flow.Permissions == nil || len(flow.Permissions) > 0 || flow.Concurrency["group"] == "" || flow.Env["TF_IN_AUTOMATION"] == "" {
				t.Errorf("permissions %v, concurrency %v, environment %v", flow.Permissions, flow.Concurrency, flow.Env)
			}
			for name, job := range flow.Jobs {
				if len(job.Permissions) == 0 || job.Permissions["contents"] != "read" || job.Environment == "" {
					t.Errorf("job %s: permissions %v, environment %q", name, job.Permissions, job.Environment)
				}
				checkSteps(t, job.Steps)
			}
		})
	}
	checkSteps(t, parseYAML[action](t, filepath.Join(examples, "pipelines/.github/actions/tools/action.yml")).Runs.Steps)
}

func checkSteps(t *testing.T, steps []step) {
	t.Helper()
	for _, s := range steps {
		if s.Uses != "" && !strings.HasPrefix(s.Uses, "./") && !pinnedAction.MatchString(s.Uses) {
			t.Errorf("%s is not pinned to a commit", s.Uses)
		}
		if strings.HasPrefix(s.Uses, "actions/checkout@") && s.With["persist-credentials"] != "false" {
			t.Error("the checkout leaves the token in the folder")
		}
		if s.Run != "" && !regexp.MustCompile(`^scripts/\w+\.sh$`).MatchString(s.Run) {
			t.Errorf("the step does more than to call a script: %s", s.Run)
		}
	}
}

func TestPipelines_gitlabRules(t *testing.T) {
	file := parseYAML[gitlabFile](t, filepath.Join(examples, "pipelines/.gitlab-ci.yml"))
	for name, job := range file.Jobs {
		if strings.HasPrefix(name, ".") {
			continue
		}
		for _, line := range append(job.Script, file.Default.BeforeScript...) {
			if !regexp.MustCompile(`^scripts/\w+\.sh$`).MatchString(line) {
				t.Errorf("%s does more than to call a script: %s", name, line)
			}
		}
		if len(job.Artifacts.Paths) > 0 && (job.Artifacts.ExpireIn == "" || job.Artifacts.Access != "developer") {
			t.Errorf("%s keeps what it makes for ever, or for everybody: %+v", name, job.Artifacts)
		}
	}
	if len(file.Jobs) < 3 || file.Variables["TF_IN_AUTOMATION"] == "" {
		t.Errorf("jobs %v, variables %v", file.Jobs, file.Variables)
	}
}

// A request from a fork gets no secrets and runs no job; neither does an apply or a night on another branch.
func TestPipelines_leftOut(t *testing.T) {
	p := &project{t: t, commits: map[string]string{}}
	commit := p.commit("", nil)
	fork := event(5, commit)
	fork["github.event.pull_request.head.repo.full_name"] = "mallory/tenant"
	elsewhere := event(0, commit)
	elsewhere["github.ref"] = "refs/heads/other"
	forked := source(5, "")
	forked["CI_MERGE_REQUEST_SOURCE_PROJECT_ID"] = "666"
	branch := source(0, "push")
	branch["CI_COMMIT_BRANCH"] = "other"
	for name, job := range map[string]*job{
		"a review of a fork on GitHub":      p.github("idm-review.yml", commit, fork),
		"an apply on a branch of GitHub":    p.github("idm-apply.yml", commit, elsewhere),
		"a night on a branch of GitHub":     p.github("idm-drift.yml", commit, elsewhere),
		"a review of a fork on GitLab":      p.gitlab("review", commit, forked, nil),
		"an apply on a branch of GitLab":    p.gitlab("apply", commit, branch, nil),
		"an apply of a request on GitLab":   p.gitlab("apply", commit, source(5, ""), nil),
		"a night after a push to GitLab":    p.gitlab("drift", commit, source(0, "push"), nil),
		"a review after a push to GitLab":   p.gitlab("review", commit, source(0, "push"), nil),
		"an apply in the night on GitLab":   p.gitlab("apply", commit, source(0, "schedule"), nil),
		"a review in the night on GitLab":   p.gitlab("review", commit, source(0, "schedule"), nil),
		"a night for a request on GitLab":   p.gitlab("drift", commit, source(5, ""), nil),
		"a night started by hand on GitLab": p.gitlab("drift", commit, source(0, "web"), nil),
	} {
		if !job.skipped {
			t.Errorf("%s runs", name)
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
