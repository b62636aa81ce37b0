// Package readers checks that other tools can read the formats of package findings. The files are
// in internal/idmctl/findings/testdata, and a test there keeps them up to date.
package readers

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/joshdk/go-junit"
	"github.com/nektos/act/pkg/model"
	"github.com/nektos/act/pkg/runner"
	"github.com/open-policy-agent/conftest/output"
	"github.com/runatlantis/atlantis/server/core/config/valid"
	"github.com/runatlantis/atlantis/server/events"
	"github.com/runatlantis/atlantis/server/events/command"
	"github.com/runatlantis/atlantis/server/events/models"
	"github.com/runatlantis/atlantis/server/logging"
	"github.com/sirupsen/logrus"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", "internal", "idmctl", "findings", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// count returns the number of findings in a report; every reader must find the same number.
func count(t *testing.T, name string) int {
	t.Helper()
	var log struct{ Runs []struct{ Results []any } }
	if err := json.Unmarshal(read(t, name+".sarif"), &log); err != nil || len(log.Runs) != 1 {
		t.Fatal(err)
	}
	return len(log.Runs[0].Results)
}

func TestJUnit(t *testing.T) {
	for name, failures := range map[string]int{"failing": count(t, "failing"), "passing": 0} {
		suites, err := junit.Ingest(read(t, name+".junit"))
		if err != nil || len(suites) != 1 {
			t.Fatalf("%s: %d suites, %v", name, len(suites), err)
		}
		if got := suites[0].Totals; got.Failed != failures || got.Tests != failures+1 || got.Error != 0 {
			t.Errorf("%s: %+v", name, got)
		}
		for _, test := range suites[0].Tests {
			if test.Status == junit.StatusFailed && !strings.HasSuffix(test.Error.Error(), " gains admin") {
				t.Errorf("%s: %q fails with %q", name, test.Name, test.Error)
			}
		}
	}
}

func TestConftest(t *testing.T) {
	for name, failures := range map[string]int{"failing": count(t, "failing"), "passing": 0} {
		var results output.CheckResults
		decoder := json.NewDecoder(bytes.NewReader(read(t, name+".conftest")))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&results); err != nil || len(results) != 1 {
			t.Fatalf("%s: %d results, %v", name, len(results), err)
		}
		if got := results[0]; len(got.Failures) != failures || got.Successes != 1 || results.HasFailure() != (failures > 0) ||
			name == "passing" && len(got.Exceptions) != 1 {
			t.Errorf("%s: %+v", name, got)
		}
		for _, failure := range results[0].Failures {
			if !strings.HasSuffix(failure.Message, " gains admin") || failure.Passed() {
				t.Errorf("%s: %+v", name, failure)
			}
		}
	}
}

// atlantis replaces the parts of Atlantis around its policy check: a lock, a checkout, and a step
// that prints findings.
type atlantis struct {
	events.WorkingDir
	folder, printed string
}

func (a *atlantis) TryLock(logging.SimpleLogging, models.PullRequest, models.User, string, models.Project, bool) (*events.TryLockResponse,
	error) {
	return &events.TryLockResponse{LockAcquired: true, UnlockFn: func() error { return nil }}, nil
}

func (a *atlantis) GetWorkingDir(models.Repo, models.PullRequest, string) (string, error) {
	return a.folder, nil
}

func (a *atlantis) GenerateLockURL(string) string { return "" }

func (a *atlantis) Run(command.ProjectContext, *valid.CommandShell, string, string, map[string]string, bool,
	[]valid.PostProcessRunOutputOption,
	[]*regexp.Regexp) (string, error) {
	return a.printed, nil
}

func TestAtlantis(t *testing.T) {
	for name, passes := range map[string]bool{"failing": false, "passing": true} {
		a := &atlantis{folder: t.TempDir(), printed: string(read(t, name+".conftest"))}
		checks := events.DefaultProjectCommandRunner{
			Locker: a, LockURLGenerator: a, RunStepRunner: a, WorkingDir: a, WorkingDirLocker: events.NewDefaultWorkingDirLocker(),
		}
		got := checks.PolicyCheck(command.ProjectContext{
			Log: logging.NewNoopLogger(t), CustomPolicyCheck: true, Steps: []valid.Step{{StepName: "run"}},
			PolicySets: valid.PolicySets{PolicySets: []valid.PolicySet{{Name: "idm"}}}, Workspace: "default",
		})
		if got.Error != nil || got.PolicyCheckResults == nil || len(got.PolicyCheckResults.PolicySetResults) != 1 {
			t.Fatalf("%s: %+v", name, got)
		}
		if result := got.PolicyCheckResults.PolicySetResults[0]; result.Passed != passes || (got.Failure == "") != passes {
			t.Errorf("%s: Atlantis decides %+v, %q", name, result.Passed, got.Failure)
		}
	}
}

// commands records the commands that a runner recognized in the output of a job.
type commands struct {
	mu   sync.Mutex
	read []logrus.Fields
}

func (c *commands) Levels() []logrus.Level { return logrus.AllLevels }

func (c *commands) Fire(entry *logrus.Entry) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, isCommand := entry.Data["command"]; isCommand {
		c.read = append(c.read, entry.Data)
	}
	return nil
}

func (c *commands) WithJobLogger() *logrus.Logger {
	logger := logrus.New()
	logger.SetOutput(new(bytes.Buffer))
	logger.AddHook(c)
	return logger
}

// TestAct prints the annotations in a job of act, a third-party runner for GitHub Actions. Its
// pattern ends the head of a command at the last :: of a line, so the test compares only the
// command.
func TestAct(t *testing.T) {
	for name, word := range map[string]string{"failing": "error", "passing": "notice"} {
		folder := t.TempDir()
		t.Setenv("HOME", folder)
		t.Setenv("XDG_CACHE_HOME", folder)
		const workflow = "on: push\njobs:\n  review:\n    runs-on: self\n    steps:\n      - run: cat \"$FINDINGS\"\n"
		planner, err := model.NewSingleWorkflowPlanner("review", strings.NewReader(workflow))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := planner.PlanEvent("push")
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(folder, "findings")
		if err := os.WriteFile(file, read(t, name+".github"), 0o600); err != nil {
			t.Fatal(err)
		}
		job, err := runner.New(&runner.Config{Workdir: folder, EventName: "push", Env: map[string]string{"FINDINGS": file},
			Platforms: map[string]string{"self": "-self-hosted"}, GitHubInstance: "github.com"})
		if err != nil {
			t.Fatal(err)
		}
		found := new(commands)
		if err := job.NewPlanExecutor(plan)(runner.WithJobLoggerFactory(context.Background(), found)); err != nil {
			t.Fatal(err)
		}
		if len(found.read) != count(t, name) {
			t.Errorf("%s: %d commands of %d findings: %v", name, len(found.read), count(t, name), found.read)
		}
		for _, command := range found.read {
			raw, _ := command["raw"].(string)
			arg, _ := command["arg"].(string)
			if command["command"] != word || name == "failing" && !strings.HasSuffix(arg, " gains admin") {
				t.Errorf("%s: %q is the command %v with %q", name, raw, command["command"], arg)
			}
		}
	}
}
