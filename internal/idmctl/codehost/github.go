package codehost

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

// gitHub calls GitHub's REST API for the repository of a workflow.
type gitHub struct {
	Settings
	*client
	groups *client
	// api is the URL of the API, repository the API URL of the repository, page the prefix of its
	// run pages.
	api, name, repository, page  string
	commit, author, run, planRun string
}

// gitHubAgain explains how to plan again.
const gitHubAgain = "Start idm-plan manually on this branch, read its review in the summary of idm-review, approve it if the review " +
	"requires it, and start idm-apply with the number of that run"

type (
	gitHubUser struct {
		ID    int64
		Login string
		Type  string
	}
	gitHubRepository struct {
		Name string `json:"full_name"`
	}
	gitHubRun struct {
		ID                      int64
		Event, Conclusion, Path string
		Head                    string           `json:"head_sha"`
		Branch                  string           `json:"head_branch"`
		Title                   string           `json:"display_title"`
		Created                 time.Time        `json:"created_at"`
		Updated                 time.Time        `json:"updated_at"`
		Repository              gitHubRepository `json:"repository"`
		HeadRepository          gitHubRepository `json:"head_repository"`
		Actor                   gitHubUser
		// Starter started the last attempt of the run.
		Starter gitHubUser `json:"triggering_actor"`
	}
	gitHubPull struct {
		Number  int64
		State   string
		Merged  *time.Time `json:"merged_at"`
		Merge   string     `json:"merge_commit_sha"`
		Updated time.Time  `json:"updated_at"`
		User    gitHubUser
		Commits int
		Head    struct {
			SHA  string
			Repo gitHubRepository
		}
		Base struct{ Ref string }
	}
	gitHubText struct {
		ID        int64
		Node      string `json:"node_id"`
		User      gitHubUser
		Body      string
		State     string
		Commit    string    `json:"commit_id"`
		Created   time.Time `json:"created_at"`
		Updated   time.Time `json:"updated_at"`
		Submitted time.Time `json:"submitted_at"`
	}
)

func newGitHub(s Settings, token, groups string) (*gitHub, error) {
	g := &gitHub{
		Settings: s, client: newClient(token), groups: newClient(cmp.Or(groups, token)),
		api: os.Getenv("GITHUB_API_URL"), name: os.Getenv("GITHUB_REPOSITORY"),
		commit: cmp.Or(os.Getenv("HEAD_SHA"), os.Getenv("GITHUB_SHA")), author: cmp.Or(os.Getenv("BOT"), "github-actions[bot]"),
		run: os.Getenv("RUN_ID"), planRun: os.Getenv("PLAN_RUN_ID"),
	}
	if token == "" || g.api == "" || g.name == "" || g.commit == "" {
		return nil, errors.New("GITHUB_TOKEN, GITHUB_API_URL, GITHUB_REPOSITORY or GITHUB_SHA is not set: give the step github.token")
	}
	g.repository = g.api + "/repos/" + g.name
	g.page = cmp.Or(os.Getenv("GITHUB_SERVER_URL"), "https://github.com") + "/" + g.name + "/actions/runs/"
	return g, nil
}

// Commit returns the last commit of the request, or the commit of the run.
func (g *gitHub) Commit() string { return g.commit }

// RunPage returns the page of the run.
func (g *gitHub) RunPage() string { return g.page + os.Getenv("GITHUB_RUN_ID") }

// HowToApprove asks for a review, or for a comment on the commit.
func (g *gitHub) HowToApprove() string {
	if g.Request == "" {
		return "To approve it, comment on the commit " + g.commit
	}
	return "To approve it, submit a review that approves,"
}

var (
	teamForm  = regexp.MustCompile(`^[a-z0-9_-]+$`)
	loginForm = regexp.MustCompile(`^[A-Za-z0-9-]+$`)
)

// IsGroup reports whether a name can be the slug of a team.
func (g *gitHub) IsGroup(name string) bool { return teamForm.MatchString(name) }

// SetStatus sets the status idm-review of the commit.
func (g *gitHub) SetStatus(ctx context.Context, ok bool) error {
	state, text := "success", "The review is in the comment."
	if !ok {
		state, text = "failure", "The plan is not applied: see the comment."
	}
	return g.call(ctx, http.MethodPost, g.repository+"/statuses/"+g.commit,
		map[string]string{"context": "idm-review", "state": state, "description": text, "target_url": g.RunPage()}, nil)
}

// ofWorkflow reports whether a run belongs to a workflow of this repository.
func (g *gitHub) ofWorkflow(r gitHubRun, file string) bool {
	path, _, _ := strings.Cut(r.Path, "@")
	return path == ".github/workflows/"+file && r.Repository.Name == g.name
}

// FindRequest finds the request of the idm-plan run that started this review.
func (g *gitHub) FindRequest(ctx context.Context, _ string) (Request, error) {
	var run gitHubRun
	if err := g.get(ctx, g.repository+"/actions/runs/"+url.PathEscape(g.planRun), &run); err != nil {
		return Request{}, err
	}
	byHand := run.Event == "workflow_dispatch" && run.Branch == g.Branch
	if !g.ofWorkflow(run, "idm-plan.yml") || run.Conclusion != "success" || run.HeadRepository.Name != g.name ||
		run.Event != "pull_request" && !byHand {
		return Request{}, fmt.Errorf("run %s is not a successful run of idm-plan in this repository: run idm-plan again", g.planRun)
	}
	if byHand {
		return Request{Head: run.Head}, nil
	}
	number, err := g.requestOf(ctx, run.Head, run.Created)
	return Request{number, run.Head}, err
}

// requestOf returns the pull request whose last commit a run planned at a time. A run does not show
// the base that it merged the commit with. Therefore no other request with this commit may have
// another base, and this one must have kept its base since.
func (g *gitHub) requestOf(ctx context.Context, head string, planned time.Time) (int64, error) {
	// A request is updated when its run starts, so older requests do not matter.
	older := func(page []gitHubPull) bool { return page[len(page)-1].Updated.Before(planned) }
	all, err := pagesUntil(ctx, g.client, g.repository+"/pulls", older, "state=all", "sort=updated", "direction=desc")
	if err != nil {
		return 0, err
	}
	all = slices.DeleteFunc(all, func(p gitHubPull) bool { return p.Head.SHA != head })
	request, ok := only(all, func(p gitHubPull) bool { return p.State == "open" && g.own(p) })
	if !ok {
		return 0, fmt.Errorf("the commit %s is not the last commit of exactly one open pull request into %s: "+
			"run idm-plan for the last commit", head, g.Branch)
	}
	if slices.ContainsFunc(all, func(p gitHubPull) bool { return p.Base.Ref != g.Branch }) {
		return 0, fmt.Errorf("another pull request with the commit %s has another base: it is not known which of them was planned: "+
			"give the request a commit of its own", head)
	}
	type event struct {
		Event   string
		Created time.Time `json:"created_at"`
	}
	events, err := pages[event](ctx, g.client, fmt.Sprintf("%s/issues/%d/events", g.repository, request.Number))
	if err != nil {
		return 0, err
	}
	if slices.ContainsFunc(events, func(e event) bool { return e.Event == "base_ref_changed" && !e.Created.Before(planned) }) {
		return 0, fmt.Errorf("the base of #%d was changed after the plan: give the request a new commit, which is planned again",
			request.Number)
	}
	return request.Number, nil
}

// own reports whether a request is from this repository into the branch.
func (g *gitHub) own(p gitHubPull) bool { return p.Head.Repo.Name == g.name && p.Base.Ref == g.Branch }

// FindPlan finds the artifact of the newest review, which the next step of the workflow downloads.
func (g *gitHub) FindPlan(ctx context.Context, _ string) (Plan, error) {
	var number int64
	head := g.commit
	if g.run == "" {
		merged, err := g.merged(ctx)
		if err != nil {
			return Plan{}, err
		}
		number, head = merged.Number, merged.Head.SHA
	}
	run, err := g.newestReview(ctx, head)
	if err != nil {
		return Plan{}, err
	}
	id := fmt.Sprint(run.ID)
	if g.run != "" && g.run != id {
		return Plan{}, fmt.Errorf("run %s is not the newest review of %s: plan again. %s", g.run, head, gitHubAgain)
	}
	var kept struct {
		Artifacts []struct {
			Name    string
			Expired bool
		}
	}
	if err := g.get(ctx, g.repository+"/actions/runs/"+id+"/artifacts?per_page=100", &kept); err != nil {
		return Plan{}, err
	}
	var found []Reviewed
	for _, artifact := range kept.Artifacts {
		if reviewed, ok := parseReviewed(artifact.Name, g.IsGroup); ok && !artifact.Expired {
			found = append(found, reviewed)
		}
	}
	if len(found) != 1 {
		return Plan{}, errors.New("the review keeps no plan, or more than one: plan again. " + gitHubAgain)
	}
	if found[0].Access {
		if err := g.requireApprovals(ctx, number, head, found[0], run); err != nil {
			return Plan{}, err
		}
	}
	return Plan{Reviewed: found[0], Page: g.page + id, Run: id, Artifact: found[0].String()}, nil
}

// merged returns the request whose merge created the commit.
func (g *gitHub) merged(ctx context.Context) (gitHubPull, error) {
	all, err := pages[gitHubPull](ctx, g.client, g.repository+"/commits/"+g.commit+"/pulls")
	if err != nil {
		return gitHubPull{}, err
	}
	request, ok := only(all, func(p gitHubPull) bool { return p.Merged != nil && p.Merge == g.commit && g.own(p) })
	if !ok {
		return request, fmt.Errorf("no merged pull request created the commit %s, so no plan of it was reviewed: plan again. %s",
			g.commit,
			gitHubAgain)
	}
	return request, nil
}

// newestReview returns the newest run of idm-review for a commit, which must have succeeded. GitHub
// starts such a run from the workflow of the default branch, which also sets its title: the author
// of the request controls neither.
func (g *gitHub) newestReview(ctx context.Context, head string) (gitHubRun, error) {
	var found struct {
		Runs []gitHubRun `json:"workflow_runs"`
	}
	err := g.get(ctx, g.repository+"/actions/workflows/idm-review.yml/runs?event=workflow_run&branch="+url.QueryEscape(g.Branch)+
		"&per_page=100", &found)
	if err != nil {
		return gitHubRun{}, err
	}
	var newest gitHubRun
	for _, run := range found.Runs {
		if run.Title == "Review of "+head && run.Event == "workflow_run" && run.Branch == g.Branch && g.ofWorkflow(run, "idm-review.yml") &&
			run.ID > newest.ID {
			newest = run
		}
	}
	if newest.Conclusion != "success" {
		return newest, fmt.Errorf("the newest review of %s did not succeed, or does not exist: nothing is applied: plan again. %s", head,
			gitHubAgain)
	}
	return newest, nil
}

// requireApprovals counts the reviews of a request, or the comments on the commit of a manually
// started plan.
func (g *gitHub) requireApprovals(ctx context.Context, number int64, head string, reviewed Reviewed, run gitHubRun) error {
	s := subject{reviewed, "the plan of " + head, run.Updated, nil, gitHubAgain}
	if number > 0 {
		s.what = fmt.Sprint("#", number)
	}
	var err error
	if s.tookPart, err = g.participants(ctx, number, head); err != nil {
		return fmt.Errorf("no approval of %s counts, because it cannot be read who took part: %w; run this job again, or plan again. %s",
			s.what, err, gitHubAgain)
	}
	given, err := g.commitComments(ctx, head)
	if number > 0 {
		given, err = g.approvingReviews(ctx, number, head)
	}
	if err != nil {
		return err
	}
	for i, each := range given {
		if number == 0 || !s.names(each) {
			continue
		}
		if given[i].edited, err = g.edited(ctx, each.node); err != nil {
			return err
		}
	}
	return s.require(ctx, g, g.Approvals, given)
}

// commitComments returns the comments on a commit.
func (g *gitHub) commitComments(ctx context.Context, head string) ([]approval, error) {
	comments, err := pages[gitHubText](ctx, g.client, g.repository+"/commits/"+head+"/comments")
	var given []approval
	for _, c := range comments {
		given = append(given, approval{c.User.ID, c.User.Login, c.Body, c.Created, !c.Updated.Equal(c.Created), ""})
	}
	return given, err
}

// approvingReviews returns the last review of each reviewer, ignoring comments, if it approves the
// commit.
func (g *gitHub) approvingReviews(ctx context.Context, number int64, head string) ([]approval, error) {
	reviews, err := pages[gitHubText](ctx, g.client, fmt.Sprintf("%s/pulls/%d/reviews", g.repository, number))
	if err != nil {
		return nil, err
	}
	last := map[int64]gitHubText{}
	for _, r := range reviews {
		if r.State != "COMMENTED" && !r.Submitted.Before(last[r.User.ID].Submitted) {
			last[r.User.ID] = r
		}
	}
	var given []approval
	for _, r := range last {
		if r.State == "APPROVED" && r.Commit == head {
			given = append(given, approval{r.User.ID, r.User.Login, r.Body, r.Submitted, false, r.Node})
		}
	}
	return given, nil
}

// edited reports whether the text of a review was changed after it was submitted, which everyone with
// write access can do. Only the GraphQL API shows it.
func (g *gitHub) edited(ctx context.Context, node string) (bool, error) {
	const query = "query($id: ID!) { node(id: $id) { ... on PullRequestReview { id lastEditedAt } } }"
	var found struct {
		Data struct {
			Node struct {
				ID     string
				Edited *time.Time `json:"lastEditedAt"`
			}
		}
	}
	err := g.call(ctx, http.MethodPost, cmp.Or(os.Getenv("GITHUB_GRAPHQL_URL"), g.api+"/graphql"),
		map[string]any{"query": query, "variables": map[string]string{"id": node}}, &found)
	review := found.Data.Node
	return review.ID == "" || review.ID != node || review.Edited != nil, err
}

// mayWrite reports whether a user, not a bot, can push to the repository.
func (g *gitHub) mayWrite(ctx context.Context, a approval) (bool, error) {
	if !loginForm.MatchString(a.login) {
		return false, nil
	}
	var has struct {
		Permission string
		User       gitHubUser
	}
	err := g.get(ctx, g.repository+"/collaborators/"+a.login+"/permission", &has)
	return has.User.ID == a.id && has.User.Type == "User" && (has.Permission == "write" || has.Permission == "admin"), err
}

// memberOf reports whether a user is a direct member of a team. GitHub also counts the members of
// child teams, which others can manage, so a team with child teams cannot approve.
func (g *gitHub) memberOf(ctx context.Context, group string, a approval) (bool, error) {
	owner, _, _ := strings.Cut(g.name, "/")
	team := g.api + "/orgs/" + owner + "/teams/" + group
	children := []struct{ Slug string }{{}}
	if err := g.groups.get(ctx, team+"/teams?per_page=1", &children); err != nil || len(children) > 0 {
		return false, err
	}
	var membership struct{ State string }
	err := g.groups.get(ctx, team+"/memberships/"+a.login, &membership)
	return membership.State == "active", err
}
