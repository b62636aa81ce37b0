package idmctl

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/codehost"
)

// drift compares the tenant with its state and configuration. It reports the differences in a single
// issue, and closes the issue when nothing differs.
func (s *pipelineStep) drift() error {
	api, err := codehost.Detect(s.settings)
	if err := cmp.Or(err, emptied(pipelineOut)); err != nil {
		return err
	}
	if err := s.initialize(); err != nil {
		return err
	}
	report := filepath.Join(pipelineOut, "drift.md")
	arguments := []string{"drift", s.tenant, "--expires-within", "14d", "--cli", s.cli, "--limit", strconv.Itoa(commentLength),
		"--lock-timeout", setting("LOCK_TIMEOUT", "10m"),
		"--output", formMarkdown, "--out", report, "--report", "html=" + pipelineOut + "/drift.html"}
	accepted := filepath.Join(s.tenant, "accepted.yaml")
	if _, err := os.Lstat(accepted); err == nil {
		arguments = append(arguments, "--accept", accepted)
	}
	code, err := s.idmctl(arguments...)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(report)
	if err := cmp.Or(err, summarize(text)); err != nil {
		return err
	}
	mark, rest, err := s.markOf(text)
	if err != nil {
		return err
	}
	if code == 0 {
		closed, err := api.CloseIssue(s.ctx, mark, fmt.Sprintf("There are no more differences: see [this run](%s).", api.RunPage()))
		if closed && err == nil {
			s.say("Nothing differs. The issue is closed.")
		}
		return err
	}
	body := fmt.Sprintf("%s\n%s\n\n[The run](%s) keeps this report as a page.\n", mark, rest, api.RunPage())
	added, err := api.PostIssue(s.ctx, mark, "Drift in "+s.tenant, setting("LABEL", "idm-drift"), body)
	switch {
	case err != nil:
		return err
	case added:
		s.say("There is drift. An issue is open.")
	default:
		s.say("There is drift. The issue is up to date.")
	}
	return nil
}
