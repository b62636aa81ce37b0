package idmctl

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/codehost"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// request finds the request of the plan, and passes its number and commit to the next step.
func (s *pipelineStep) request() error {
	api, err := codehost.Detect(s.settings)
	if err := cmp.Or(err, emptied(pipelineIn)); err != nil {
		return err
	}
	found, err := api.FindRequest(s.ctx, pipelineIn)
	if err != nil {
		return err
	}
	number := ""
	if found.Number > 0 {
		number = strconv.FormatInt(found.Number, 10)
	}
	return cmp.Or(passOn("number", number), passOn("head", found.Head))
}

// The reports of a review.
const (
	reviewMarkdown = pipelineOut + "/review.md"
	reviewJSON     = pipelineOut + "/review.json"
)

// review reviews the plan in a clean checkout of the target branch, so that the request cannot
// change the rules. If a rule fails, the step fails after the review is posted.
func (s *pipelineStep) review() error {
	api, err := codehost.Detect(s.settings)
	if err := cmp.Or(err, emptied(pipelineOut)); err != nil {
		return err
	}
	plan, digest, err := takenPlan()
	if err != nil {
		return err
	}
	// The providers of the target branch read the plan; a provider that only the request adds does
	// not run.
	if err := s.initialize("-backend=false"); err != nil {
		return err
	}
	code, err := s.idmctl(s.reviewArguments(plan, digest)...)
	var reviewed codehost.Reviewed
	if err == nil {
		reviewed, code, err = judge(api, digest, code)
	}
	if err == nil {
		err = s.post(api, reviewed, code == 0)
	}
	if status := api.SetStatus(s.ctx, err == nil && code == 0); status != nil {
		err = cmp.Or(err, status)
	}
	switch {
	case err != nil:
		return errors.Join(err, os.Remove(plan))
	case code != 0:
		// Do not keep a rejected plan.
		return cmp.Or(os.Remove(plan), error(&finding{what: "a rule failed"}))
	}
	return cmp.Or(os.WriteFile(reviewedFile, []byte(reviewed.String()+"\n"), 0o600), passOn("reviewed", reviewed.String()))
}

// takenPlan copies the plan of the other job, and returns the copy with its digest.
func takenPlan() (file, digest string, err error) {
	from := filepath.Join(pipelineIn, codehost.PlanFile)
	if about, err := os.Lstat(from); err != nil || !about.Mode().IsRegular() {
		return "", "", fmt.Errorf("there is no plan in %s: run the step that finds it", pipelineIn)
	}
	content, err := os.ReadFile(from)
	if err != nil {
		return "", "", err
	}
	file = filepath.Join(pipelineOut, codehost.PlanFile)
	if err := os.WriteFile(file, content, 0o600); err != nil {
		return "", "", err
	}
	digest, err = digestOf(file)
	return file, digest, err
}

func (s *pipelineStep) reviewArguments(plan, digest string) []string {
	arguments := []string{"review", plan, "--cli", s.cli, "--dir", s.tenant, "--expect-digest", digest,
		"--service", cmp.Or(s.rules.services, os.Getenv("IDM_BASE_URL")), "--policy", s.rules.policy, "--fail-on", s.rules.failOn,
		"--max-losses", strconv.Itoa(s.rules.losses),
		"--limit", strconv.Itoa(commentLength), "--output", formMarkdown, "--out", reviewMarkdown,
		"--report", "html=" + pipelineOut + "/review.html", "--report", formJSON + "=" + reviewJSON}
	for flag, value := range map[string]string{"--allow-backend": s.rules.backend, "--allow-provider": s.rules.providers} {
		if value != "" {
			arguments = append(arguments, flag, value)
		}
	}
	return arguments
}

// judge returns the result of a review. A plan without new access and without broken rules needs no
// approval.
func judge(api *codehost.Forge, digest string, code int) (codehost.Reviewed, int, error) {
	r := codehost.Reviewed{Digest: digest, Access: true}
	content, err := os.ReadFile(reviewJSON)
	if err != nil {
		return r, code, err
	}
	var result struct {
		Summary struct {
			MayGive *int `json:"may_give"`
		}
		Groups []string `json:"required_approvals"`
	}
	if err := json.Unmarshal(content, &result); err != nil {
		return r, code, err
	}
	switch code {
	case 0:
		r.Access = result.Summary.MayGive == nil || *result.Summary.MayGive != 0
	case exitApprovers:
		code, r.Groups = 0, result.Groups
		if len(r.Groups) == 0 {
			return r, code, errors.New("the review names no group: run it again")
		}
	}
	for _, group := range r.Groups {
		if !api.IsGroup(group) {
			return r, code, fmt.Errorf("the policy names the approver %q, which is not a group here: correct the policy", group)
		}
	}
	return r, code, nil
}

// post publishes a review in the summary of the run and as a comment on the request.
func (s *pipelineStep) post(api *codehost.Forge, reviewed codehost.Reviewed, ok bool) error {
	report, err := os.ReadFile(reviewMarkdown)
	if err := cmp.Or(err, summarize(report)); err != nil {
		return err
	}
	if s.settings.Request == "" {
		if !ok || !reviewed.Access {
			return nil
		}
		text := s.howToApprove(api, reviewed)
		s.say("%s", text)
		return summarize([]byte(text))
	}
	mark, rest, err := s.markOf(report)
	if err != nil {
		return err
	}
	added, err := api.PostComment(s.ctx, mark, s.comment(api, mark, rest, reviewed, ok))
	if err == nil && added {
		s.say("The review is a new comment.")
	} else if err == nil {
		s.say("The comment has the new review.")
	}
	return err
}

func (s *pipelineStep) comment(api *codehost.Forge, mark string, report []byte, reviewed codehost.Reviewed, ok bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n<!-- %s -->\n%s", mark, reviewed, report)
	fmt.Fprintf(&b, "\n\nThis is the plan of %s. [The run](%s) keeps this review as a page. ", api.Commit(), api.RunPage())
	if !ok {
		return b.String() + "A rule failed: the plan is not applied.\n"
	}
	fmt.Fprintf(&b, "A merge that changes the folder %s applies the plan with the SHA-256 `%s`, and no other.\n", s.tenant, reviewed.Digest)
	if reviewed.Access {
		b.WriteString(s.howToApprove(api, reviewed))
	}
	return b.String()
}

// howToApprove describes the required approvals of a plan.
func (s *pipelineStep) howToApprove(api *codehost.Forge, reviewed codehost.Reviewed) string {
	why, groups := "gives access, or may give access", ""
	if len(reviewed.Groups) > 0 {
		why = "breaks rules that groups may approve"
		groups = ", and one of a member of each of these groups: " + strings.Join(reviewed.Groups, " ")
	}
	return fmt.Sprintf("\nThe plan %s. It needs %s%s.\n%s with this line:\n\n    approve %s\n", why,
		report.Count(s.settings.Approvals, "approval"), groups, api.HowToApprove(), reviewed.Digest)
}

// approved finds the plan that was reviewed before this commit was merged. Without such a plan
// nothing is applied.
func (s *pipelineStep) approved() error {
	api, err := codehost.Detect(s.settings)
	if err := cmp.Or(err, emptied(pipelineOut)); err != nil {
		return err
	}
	plan, err := api.FindPlan(s.ctx, pipelineOut)
	if err != nil {
		return err
	}
	s.say("The reviewed plan: %s", plan.Page)
	return cmp.Or(os.WriteFile(digestFile, []byte(plan.Digest+"\n"), 0o600), passOn("run_id", plan.Run), passOn("artifact", plan.Artifact),
		passOn("digest", plan.Digest))
}
