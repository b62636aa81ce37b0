package codehost

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
)

// gitHubCommit is a commit with the accounts that GitHub finds by the email addresses.
type gitHubCommit struct {
	SHA               string
	Author, Committer gitHubUser
	Commit            struct {
		Message      string
		Verification struct{ Verified bool }
	}
}

// webFlow is the account that commits and signs what is made in GitHub's pages.
const webFlow = "web-flow"

func (c gitHubCommit) change() change {
	made := change{id: c.SHA, author: c.Author.ID, committer: c.Committer.ID, message: c.Commit.Message}
	if c.Committer.Login == webFlow {
		// Anyone can commit with the address of this account; only GitHub can sign for it.
		made.committer, made.byVendor = 0, c.Commit.Verification.Verified
	}
	return made
}

// participants returns the users who took part in the plan of a request, or in a manually started
// plan if the number is 0: they opened the request, wrote its commits, pushed the last one or
// started the plan, or started this run. An attempt to plan or review again does not count.
func (g *gitHub) participants(ctx context.Context, number int64, head string) (participants, error) {
	all := participants{}
	event, did := "workflow_dispatch", "started the plan"
	commits := []gitHubCommit{{}}
	if number > 0 {
		event, did = "pull_request", "pushed the last commit"
		var request gitHubPull
		if err := g.get(ctx, fmt.Sprintf("%s/pulls/%d", g.repository, number), &request); err != nil {
			return nil, err
		}
		if err := all.add("opened the request", request.User.ID); err != nil {
			return nil, err
		}
		var err error
		if commits, err = pages[gitHubCommit](ctx, g.client, fmt.Sprintf("%s/pulls/%d/commits", g.repository, number)); err != nil {
			return nil, err
		}
		if len(commits) != request.Commits || !slices.ContainsFunc(commits, func(c gitHubCommit) bool { return c.SHA == head }) {
			return nil, fmt.Errorf("GitHub lists %d of %d commits: make smaller requests", len(commits), request.Commits)
		}
	} else if err := g.get(ctx, g.repository+"/commits/"+head, &commits[0]); err != nil {
		return nil, err
	}
	changes := make([]change, len(commits))
	for i, each := range commits {
		changes[i] = each.change()
	}
	if err := all.addCommits(changes); err != nil {
		return nil, err
	}
	if err := g.addPlanners(ctx, all, head, event, did); err != nil {
		return nil, err
	}
	return all, g.addStarters(ctx, all)
}

// addPlanners adds the users whose push or start caused a plan of a commit.
func (g *gitHub) addPlanners(ctx context.Context, all participants, head, event, did string) error {
	var planned struct {
		Runs []gitHubRun `json:"workflow_runs"`
	}
	err := g.get(ctx, fmt.Sprintf("%s/actions/workflows/idm-plan.yml/runs?event=%s&head_sha=%s&per_page=%d", g.repository, event,
		url.QueryEscape(head), pageSize), &planned)
	if err != nil {
		return err
	}
	runs := slices.DeleteFunc(planned.Runs, func(r gitHubRun) bool {
		return r.Head != head || r.Event != event || !g.ofWorkflow(r, "idm-plan.yml")
	})
	if len(runs) == 0 || len(planned.Runs) == pageSize {
		return fmt.Errorf("it is not known who %s: GitHub lists %d runs of idm-plan for it: run idm-plan again", did, len(runs))
	}
	for _, run := range runs {
		if err := all.add(did, run.Actor.ID); err != nil {
			return err
		}
	}
	return nil
}

// addStarters adds the users who started this run and its last attempt. A merge starts a run.
func (g *gitHub) addStarters(ctx context.Context, all participants) error {
	id := os.Getenv("GITHUB_RUN_ID")
	if id == "" {
		return errors.New("GITHUB_RUN_ID is not set, so it is not known who started the apply: run this step in a workflow")
	}
	var own gitHubRun
	if err := g.get(ctx, g.repository+"/actions/runs/"+url.PathEscape(id), &own); err != nil {
		return err
	}
	return all.add("started the apply", own.Actor.ID, own.Starter.ID)
}
