package idmctl

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/codehost"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

// lines writes only whole lines, because a log command that is split between two writes would not
// be escaped.
type lines struct {
	to   io.Writer
	rest []byte
}

// Write buffers an incomplete line until its end is written.
func (l *lines) Write(p []byte) (int, error) {
	l.rest = append(l.rest, p...)
	end := bytes.LastIndexByte(l.rest, '\n') + 1
	if end == 0 {
		return len(p), nil
	}
	_, err := l.to.Write(l.rest[:end])
	l.rest = append([]byte(nil), l.rest[end:]...)
	return len(p), err
}

func (l *lines) flush() {
	_, _ = l.to.Write(l.rest)
	l.rest = nil
}

// tokens lists variables that no program of a step inherits.
var tokens = []string{"GITHUB_TOKEN", "GITLAB_TOKEN", "GROUPS_TOKEN"}

// run runs the CLI in the folder of the tenant, and returns its output, which is also printed.
func (s *pipelineStep) run(arguments ...string) (string, error) {
	for _, name := range tokens {
		if err := os.Unsetenv(name); err != nil {
			return "", err
		}
	}
	printed := &lines{to: s.cmd.OutOrStdout()}
	defer printed.flush()
	cli := programs.CLI{Program: s.cli, Folder: s.tenant, Live: printed, Patient: true, Remedy: "Correct it, and run the step again"}
	log, _, err := cli.Run(s.ctx, arguments...)
	return log, err
}

// initialize does not select providers that differ from the lock file of the repository.
func (s *pipelineStep) initialize(options ...string) error {
	arguments := append([]string{"init", "-input=false", "-no-color"}, options...)
	if _, err := os.Stat(filepath.Join(s.tenant, ".terraform.lock.hcl")); err == nil {
		arguments = append(arguments, "-lockfile=readonly")
	}
	_, err := s.run(arguments...)
	return err
}

func lockTimeoutOption() string { return "-lock-timeout=" + setting("LOCK_TIMEOUT", "10m") }

// plan plans the tenant. The request can change the code that runs here, including its modules and
// providers. Therefore the job does nothing else, and another job reviews the plan.
func (s *pipelineStep) plan() error {
	own, err := filepath.Abs(filepath.Join(pipelineOut, codehost.PlanFile))
	if err := cmp.Or(err, emptied(pipelineOut)); err != nil {
		return err
	}
	if err := s.initialize(); err != nil {
		return err
	}
	_, err = s.run("plan", "-input=false", "-no-color", lockTimeoutOption(), "-out="+own)
	return err
}

// rehearse applies the plan to a copy of the tenant. As in plan, the request can change the code
// that runs here: the result is for people to read, decides nothing and never fails the request.
func (s *pipelineStep) rehearse() error {
	plan, kept := filepath.Join(pipelineIn, codehost.PlanFile), filepath.Join(pipelineOut, codehost.PlanFile)
	// On GitLab the plan is at the path where the previous job stored it.
	if _, err := os.Stat(kept); err == nil {
		plan = kept
	}
	report := filepath.Join(filepath.Dir(plan), "rehearsal.md")
	// The file contains the permissions of the apply's login. Without it all permissions are
	// assumed.
	permissions := "apply-permissions.json"
	if _, err := os.Stat(permissions); err != nil {
		permissions = filepath.Join(filepath.Dir(plan), "permissions")
		if err := os.WriteFile(permissions, []byte("*\n"), 0o600); err != nil {
			return err
		}
	}
	err := s.initialize("-backend=false")
	if err == nil {
		_, err = s.idmctl("rehearse", plan, "--dir", s.tenant, "--cli", s.cli, "--permissions", permissions,
			"--report", formMarkdown+"="+report)
	}
	if err != nil {
		s.say("Error: %v\nThe plan was not rehearsed. The review does not need it.", err)
		return nil
	}
	text, err := os.ReadFile(report)
	return cmp.Or(err, summarize(text))
}

// remaining matches what the provider says about a unit that has left its tree and is still in use.
var remaining = regexp.MustCompile(`The same for \d+ units: [^:]*?\.|The unit "[^"]*" has left the map and is still in use`)

// stillInUse returns the texts of an apply about units that the next plan deletes.
func stillInUse(log string) []string {
	return remaining.FindAllString(strings.Join(strings.Fields(strings.ReplaceAll(log, "│", " ")), " "), -1)
}

// planAgain is the remedy for a failed apply.
const planAgain = "start the review by hand on this branch, read it, and start the apply of that plan"

// apply applies the reviewed plan or nothing.
func (s *pipelineStep) apply() error {
	plan, err := filepath.Abs(filepath.Join(pipelineOut, codehost.PlanFile))
	if err != nil {
		return err
	}
	digest := os.Getenv("DIGEST")
	if digest == "" {
		content, _ := os.ReadFile(digestFile)
		digest = strings.TrimSuffix(string(content), "\n")
	}
	if !codehost.IsDigest(digest) {
		return errors.New("it is not known which plan was reviewed: run the step that finds it")
	}
	actual, err := digestOf(plan)
	switch {
	case err != nil:
		return fmt.Errorf("the reviewed plan cannot be read: run the step that finds it: %w", err)
	case actual != digest:
		return fmt.Errorf("the plan in %s is not the reviewed one. Nothing was applied: plan again (%s)", pipelineOut, planAgain)
	}
	if err := s.initialize(); err != nil {
		return err
	}
	log, err := s.run("apply", "-input=false", "-no-color", lockTimeoutOption(), plan)
	switch {
	case err == nil:
		if units := stillInUse(log); len(units) > 0 {
			s.say("One more run is needed: units that have left their tree remain, because this apply has moved their people only after "+
				"them. %s\nStart the review by hand on this branch: its plan deletes them.", strings.Join(units, " "))
		}
		return nil
	case strings.Contains(log, "Saved plan is stale"):
		return fmt.Errorf("the state has changed since this plan was reviewed, for example by another merge. Nothing was applied: plan "+
			"again (%s)", planAgain)
	case strings.Contains(log, "Error acquiring the state lock"):
		return errors.New("another run has the lock of the state, and LOCK_TIMEOUT has passed. Nothing was applied: run this job again")
	}
	return fmt.Errorf("the apply did not complete. Its changes so far are in the state, and the rest needs a new plan: plan again (%s)",
		planAgain)
}
