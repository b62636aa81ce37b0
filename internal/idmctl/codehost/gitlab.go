package codehost

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
)

// gitLab calls GitLab's REST API for the project of a pipeline.
type gitLab struct {
	Settings
	*client
	groups *client
	// api is the URL of the API, project the API URL of the project.
	api, project     string
	id               int64
	commit, pipeline string
}

// gitLabAgain explains how to plan again.
const gitLabAgain = "Run a pipeline manually on this branch: its job review shows a new plan, and how to approve it if it gives " +
	"access. Start its job apply manually to apply that plan"

type (
	gitLabUser struct {
		ID       int64
		Username string
	}
	gitLabRequest struct {
		Number  int64 `json:"iid"`
		State   string
		SHA     string
		Target  string `json:"target_branch"`
		Source  int64  `json:"source_project_id"`
		Project int64  `json:"project_id"`
		Author  gitLabUser
		Merge   *string `json:"merge_commit_sha"`
		Squash  *string `json:"squash_commit_sha"`
	}
	gitLabPipeline struct {
		ID               int64
		SHA, Source, Ref string
		Created          time.Time `json:"created_at"`
		User             gitLabUser
	}
	gitLabJob struct {
		ID           int64
		Name, Status string
		Finished     time.Time `json:"finished_at"`
		User         gitLabUser
	}
	gitLabNote struct {
		ID      int64
		System  bool
		Body    string
		Note    string
		Created time.Time `json:"created_at"`
		Author  gitLabUser
	}
)

func newGitLab(s Settings, token, groups string) (*gitLab, error) {
	g := &gitLab{
		Settings: s, client: newClient(token), groups: newClient(cmp.Or(groups, token)),
		api: os.Getenv("CI_API_V4_URL"), commit: os.Getenv("CI_COMMIT_SHA"), pipeline: os.Getenv("CI_PIPELINE_ID"),
	}
	id, err := strconv.ParseInt(os.Getenv("CI_PROJECT_ID"), 10, 64)
	if err != nil || token == "" || g.api == "" || g.commit == "" {
		return nil, errors.New("GITLAB_TOKEN or a variable of the job is not set: give the job a project access token, " +
			"because the job token may not write comments or issues")
	}
	g.id, g.project = id, fmt.Sprintf("%s/projects/%d", g.api, id)
	return g, nil
}

// Commit returns the commit of the pipeline.
func (g *gitLab) Commit() string { return g.commit }

// RunPage returns the page of the job.
func (g *gitLab) RunPage() string { return os.Getenv("CI_JOB_URL") }

// HowToApprove asks for an approval with a comment, or for a comment on the commit.
func (g *gitLab) HowToApprove() string {
	if g.Request == "" {
		return "To approve it, comment on the commit " + g.commit
	}
	return "To approve it, press Approve and write a comment"
}

// IsGroup reports whether a name can be the full path of a group.
func (g *gitLab) IsGroup(name string) bool { return policy.CheckApprovers([]string{name}) == nil }

// SetStatus does nothing: the result of the job is the status of the request.
func (g *gitLab) SetStatus(context.Context, bool) error { return nil }

// FindRequest checks that the pipeline is for the last commit of a request in this project into the
// branch, or for the branch itself, and downloads its plan.
func (g *gitLab) FindRequest(ctx context.Context, folder string) (Request, error) {
	r := Request{Head: g.commit}
	if g.Request != "" {
		if err := g.checkRequest(ctx); err != nil {
			return r, err
		}
		r.Number, _ = strconv.ParseInt(g.Request, 10, 64)
	} else if os.Getenv("CI_COMMIT_BRANCH") != g.Branch {
		return r, fmt.Errorf("this pipeline is neither of a request nor of %s: run a pipeline of one of them", g.Branch)
	}
	job, err := g.newestJob(ctx, g.pipeline, "plan")
	if err != nil {
		return r, err
	}
	return r, g.artifact(ctx, job, "out/"+PlanFile, planIn(folder))
}

// checkRequest returns an error if another request, open or closed, has the same commit and another
// target, or if the target of the request was changed after its pipeline began: it is then not
// known which target was planned.
func (g *gitLab) checkRequest(ctx context.Context) error {
	var pipeline gitLabPipeline
	if err := g.get(ctx, g.project+"/pipelines/"+g.pipeline, &pipeline); err != nil {
		return err
	}
	if err := mergedResult(pipeline); err != nil {
		return err
	}
	var request gitLabRequest
	if err := g.get(ctx, g.project+"/merge_requests/"+g.Request, &request); err != nil {
		return err
	}
	if request.State != "opened" || request.SHA != g.commit || !g.own(request) || request.Project != g.id {
		return fmt.Errorf("%s is not the last commit of !%s, or that is not a request of this project into %s: run its newest pipeline",
			g.commit, g.Request,
			g.Branch)
	}
	same, err := pages[gitLabRequest](ctx, g.client, g.project+"/repository/commits/"+g.commit+"/merge_requests")
	if err != nil {
		return err
	}
	if slices.ContainsFunc(same, func(r gitLabRequest) bool { return r.SHA == g.commit && r.Target != g.Branch }) {
		return fmt.Errorf("another merge request with the commit %s has another target: give the request a commit of its own", g.commit)
	}
	notes, err := pages[gitLabNote](ctx, g.client, g.project+"/merge_requests/"+g.Request+"/notes", "sort=asc")
	if err != nil {
		return err
	}
	if slices.ContainsFunc(notes, func(n gitLabNote) bool {
		return n.System && strings.HasPrefix(n.Body, "changed target branch") && !n.Created.Before(pipeline.Created)
	}) {
		return fmt.Errorf("the target of !%s was changed after the plan: give the request a new commit, which is planned again", g.Request)
	}
	return nil
}

var mergedRef = regexp.MustCompile(`^refs/merge-requests/\d+/(merge|train)$`)

// mergedResult returns an error for a pipeline of a merge commit that GitLab created only for the
// pipeline. It is not a commit of the request, so no review can be found by the merged commit.
func mergedResult(p gitLabPipeline) error {
	if !mergedRef.MatchString(p.Ref) {
		return nil
	}
	return fmt.Errorf("the pipeline %d is of %s, a merge that is not a commit of the request: correct the settings of the project. "+
		"Switch off \"Enable merged results pipelines\" and merge trains in Settings > Merge requests, and push a commit", p.ID, p.Ref)
}

// own reports whether a request is from this project into the branch.
func (g *gitLab) own(r gitLabRequest) bool { return r.Target == g.Branch && r.Source == g.id }

// FindPlan downloads the plan of the merge request whose merge created this commit, or of a
// manually started pipeline on the branch.
func (g *gitLab) FindPlan(ctx context.Context, folder string) (Plan, error) {
	pipeline := g.pipeline
	var number int64
	if os.Getenv("CI_PIPELINE_SOURCE") != "web" {
		merged, err := g.merged(ctx)
		if err != nil {
			return Plan{}, err
		}
		number = merged.Number
		if pipeline, err = g.pipelineOf(ctx, merged); err != nil {
			return Plan{}, err
		}
	}
	job, err := g.newestJob(ctx, pipeline, "review")
	if err != nil {
		return Plan{}, err
	}
	file := filepath.Join(folder, "reviewed")
	if err := g.artifact(ctx, job, "base/out/reviewed", file); err != nil {
		return Plan{}, err
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return Plan{}, err
	}
	reviewed, ok := parseReviewed(strings.TrimSuffix(string(content), "\n"), g.IsGroup)
	if !ok {
		return Plan{}, errors.New("the review does not name its plan: plan again. " + gitLabAgain)
	}
	if reviewed.Access {
		if err := g.requireApprovals(ctx, number, reviewed, job); err != nil {
			return Plan{}, err
		}
	}
	page := fmt.Sprintf("the job %d in the pipeline %s", job.ID, pipeline)
	return Plan{Reviewed: reviewed, Page: page}, g.artifact(ctx, job, "base/out/"+PlanFile, planIn(folder))
}

// merged returns the request whose merge created the commit.
func (g *gitLab) merged(ctx context.Context) (gitLabRequest, error) {
	all, err := pages[gitLabRequest](ctx, g.client, g.project+"/repository/commits/"+g.commit+"/merge_requests")
	if err != nil {
		return gitLabRequest{}, err
	}
	request, ok := only(all, func(r gitLabRequest) bool {
		made := *cmp.Or(r.Merge, r.Squash, &r.SHA)
		return r.State == "merged" && made == g.commit && g.own(r)
	})
	if !ok {
		return request, fmt.Errorf("no merged merge request created the commit %s, so no plan of it was reviewed: plan again. %s",
			g.commit,
			gitLabAgain)
	}
	return request, nil
}

// pipelineOf returns the newest pipeline for the last commit of a merged request.
func (g *gitLab) pipelineOf(ctx context.Context, merged gitLabRequest) (string, error) {
	all, err := pages[gitLabPipeline](ctx, g.client, fmt.Sprintf("%s/merge_requests/%d/pipelines", g.project, merged.Number))
	if err != nil {
		return "", err
	}
	var newest, other gitLabPipeline
	for _, p := range all {
		switch {
		case p.Source == "merge_request_event" && p.SHA == merged.SHA && p.ID > newest.ID:
			newest = p
		case mergedResult(p) != nil:
			other = p
		}
	}
	if newest.ID == 0 {
		return "", cmp.Or(mergedResult(other),
			fmt.Errorf("no pipeline has reviewed %s, the commit that was merged: plan again. %s", merged.SHA, gitLabAgain))
	}
	return strconv.FormatInt(newest.ID, 10), nil
}

// newestJob returns the newest job with a name, which must have succeeded.
func (g *gitLab) newestJob(ctx context.Context, pipeline, name string) (gitLabJob, error) {
	all, err := g.jobs(ctx, pipeline)
	if err != nil {
		return gitLabJob{}, err
	}
	var newest gitLabJob
	for _, job := range all {
		if job.Name == name && job.ID > newest.ID {
			newest = job
		}
	}
	if newest.Status != "success" {
		return newest, fmt.Errorf("the newest job %s of the pipeline %s did not succeed: nothing is applied: plan again. %s", name,
			pipeline,
			gitLabAgain)
	}
	return newest, nil
}

// jobs returns all attempts of the jobs of a pipeline.
func (g *gitLab) jobs(ctx context.Context, pipeline string) ([]gitLabJob, error) {
	return pages[gitLabJob](ctx, g.client, g.project+"/pipelines/"+url.PathEscape(pipeline)+"/jobs", "include_retried=true")
}

func (g *gitLab) artifact(ctx context.Context, job gitLabJob, path, file string) error {
	return g.download(ctx, fmt.Sprintf("%s/jobs/%d/artifacts/%s", g.project, job.ID, path), file)
}

// requireApprovals counts the approvals of a request, each with a comment that names the plan, or
// the comments on the commit of a manually started plan.
func (g *gitLab) requireApprovals(ctx context.Context, number int64, reviewed Reviewed, job gitLabJob) error {
	s := subject{Reviewed: reviewed, what: "the plan of " + g.commit, since: job.Finished, again: gitLabAgain}
	if number > 0 {
		s.what = fmt.Sprint("!", number)
	}
	notes, given, err := g.approvals(ctx, number, job.Finished)
	if err != nil {
		return err
	}
	if s.tookPart, err = g.participants(ctx, number, notes); err != nil {
		return fmt.Errorf("no approval of %s counts, because it cannot be read who took part: %w; run this job again, or plan again. %s",
			s.what, err, gitLabAgain)
	}
	return s.require(ctx, g, g.Approvals, given)
}

// approvals returns the notes on a request with its approvals, or the comments on a commit.
func (g *gitLab) approvals(ctx context.Context, number int64, since time.Time) (notes []gitLabNote, given []approval, err error) {
	if number > 0 {
		notes, err = pages[gitLabNote](ctx, g.client, fmt.Sprintf("%s/merge_requests/%d/notes", g.project, number), "sort=asc")
		return notes, approvingNotes(notes, since), err
	}
	comments, err := pages[gitLabNote](ctx, g.client, g.project+"/repository/commits/"+g.commit+"/comments")
	for _, c := range comments {
		given = append(given, approval{id: c.Author.ID, login: c.Author.Username, text: c.Note, time: c.Created})
	}
	return nil, given, err
}

var approvedNote = regexp.MustCompile(`^(un)?approved this merge request`)

// approvingNotes returns the comments of users who approved the request after a time and did not
// revoke the approval.
func approvingNotes(notes []gitLabNote, since time.Time) []approval {
	pressed := map[int64]gitLabNote{}
	for _, n := range notes {
		if n.System && approvedNote.MatchString(n.Body) && n.ID > pressed[n.Author.ID].ID {
			pressed[n.Author.ID] = n
		}
	}
	var given []approval
	for _, n := range notes {
		if last := pressed[n.Author.ID]; !n.System && strings.HasPrefix(last.Body, "approved") && last.Created.After(since) {
			given = append(given, approval{id: n.Author.ID, login: n.Author.Username, text: n.Body, time: n.Created})
		}
	}
	return given
}

// developer is the lowest access level that can push.
const developer = 30

// mayWrite reports whether a user, not a bot, can push to the project.
func (g *gitLab) mayWrite(ctx context.Context, a approval) (bool, error) {
	var member struct {
		Level int `json:"access_level"`
		State string
	}
	if err := g.get(ctx, fmt.Sprintf("%s/members/all/%d", g.project, a.id), &member); err != nil {
		return false, err
	}
	var user struct{ Bot *bool }
	err := g.get(ctx, fmt.Sprintf("%s/users/%d", g.api, a.id), &user)
	return member.Level >= developer && member.State == "active" && user.Bot != nil && !*user.Bot, err
}

// memberOf reports whether a user is a direct member of a group: members of its parent groups do
// not count.
func (g *gitLab) memberOf(ctx context.Context, group string, a approval) (bool, error) {
	var member struct {
		ID    int64
		State string
	}
	err := g.groups.get(ctx, fmt.Sprintf("%s/groups/%s/members/%d", g.api, url.PathEscape(group), a.id), &member)
	return member.ID == a.id && member.State == "active", err
}
