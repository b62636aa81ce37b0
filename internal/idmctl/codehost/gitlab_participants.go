package codehost

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// gitLabCommit is a commit with the addresses that it was made with. GitLab's REST API names no
// accounts.
type gitLabCommit struct {
	ID             string
	AuthorEmail    string `json:"author_email"`
	CommitterEmail string `json:"committer_email"`
	Message        string
}

// pushedNote is the beginning of the note that GitLab adds to a request for each push.
var pushedNote = regexp.MustCompile(`^added \d+ commit`)

// participants returns the users who took part in the plan of a request, or in a manually started
// plan if the number is 0: they opened the request, pushed to it or wrote its commits, or started
// this pipeline or job. A user who runs the jobs of a review again does not count.
func (g *gitLab) participants(ctx context.Context, number int64, notes []gitLabNote) (participants, error) {
	all := participants{}
	commits := []gitLabCommit{{}}
	if number > 0 {
		request := fmt.Sprintf("%s/merge_requests/%d", g.project, number)
		var merged gitLabRequest
		if err := g.get(ctx, request, &merged); err != nil {
			return nil, err
		}
		if err := all.add("opened the request", merged.Author.ID); err != nil {
			return nil, err
		}
		var err error
		if commits, err = pages[gitLabCommit](ctx, g.client, request+"/commits"); err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(commits, func(c gitLabCommit) bool { return c.ID == merged.SHA }) {
			return nil, fmt.Errorf("GitLab does not list the commit %s of the request: run this job again", merged.SHA)
		}
	} else if err := g.get(ctx, g.project+"/repository/commits/"+g.commit, &commits[0]); err != nil {
		return nil, err
	}
	for _, n := range notes {
		if n.System && pushedNote.MatchString(n.Body) {
			if err := all.add("pushed to the request", n.Author.ID); err != nil {
				return nil, err
			}
		}
	}
	changes := make([]change, len(commits))
	known := map[string]int64{}
	for i, each := range commits {
		var err error
		if changes[i], err = g.change(ctx, each, known); err != nil {
			return nil, err
		}
	}
	if err := all.addCommits(changes); err != nil {
		return nil, err
	}
	return all, g.addStarters(ctx, all)
}

func (g *gitLab) change(ctx context.Context, c gitLabCommit, known map[string]int64) (made change, err error) {
	made = change{id: c.ID, message: c.Message}
	if made.author, err = g.account(ctx, c.AuthorEmail, known); err != nil {
		return made, err
	}
	if made.committer, err = g.account(ctx, c.CommitterEmail, known); err != nil {
		return made, err
	}
	if made.committer == 0 {
		made.byVendor, err = g.signed(ctx, c.ID)
	}
	return made, err
}

// account returns the account with an email address; 0 if no single account shows it.
func (g *gitLab) account(ctx context.Context, address string, known map[string]int64) (int64, error) {
	if id, found := known[address]; found || address == "" {
		return id, nil
	}
	if id := privateAddress(address); id != 0 {
		known[address] = id
		return id, nil
	}
	// The search also finds users by their names, which they choose.
	users, err := pages[gitLabUser](ctx, g.client, g.api+"/users", "search="+url.QueryEscape(address))
	if err != nil {
		return 0, err
	}
	var owners []int64
	for _, each := range users {
		var user struct {
			Email  string
			Public string `json:"public_email"`
			Commit string `json:"commit_email"`
		}
		if err := g.get(ctx, fmt.Sprintf("%s/users/%d", g.api, each.ID), &user); err != nil {
			return 0, err
		}
		shown := []string{user.Email, user.Public, user.Commit}
		if slices.ContainsFunc(shown, func(s string) bool { return strings.EqualFold(s, address) }) {
			owners = append(owners, each.ID)
		}
	}
	if len(owners) != 1 {
		return 0, nil
	}
	known[address] = owners[0]
	return owners[0], nil
}

// signed reports whether GitLab itself made and signed a commit.
func (g *gitLab) signed(ctx context.Context, commit string) (bool, error) {
	var signature struct {
		Status string `json:"verification_status"`
	}
	err := g.get(ctx, g.project+"/repository/commits/"+commit+"/signature", &signature)
	if missing := (statusError{}); errors.As(err, &missing) && missing.notFound() {
		return false, nil
	}
	return signature.Status == "verified_system", err
}

// addStarters adds the users who started this pipeline and each attempt of its apply. A merge
// starts a pipeline.
func (g *gitLab) addStarters(ctx context.Context, all participants) error {
	var pipeline gitLabPipeline
	if err := g.get(ctx, g.project+"/pipelines/"+url.PathEscape(g.pipeline), &pipeline); err != nil {
		return err
	}
	users := []int64{pipeline.User.ID}
	jobs, err := g.jobs(ctx, g.pipeline)
	if err != nil {
		return err
	}
	for _, job := range jobs {
		if job.Name == "apply" {
			users = append(users, job.User.ID)
		}
	}
	if len(users) == 1 {
		return fmt.Errorf("the pipeline %s has no job apply, so it is not known who started it: name the job apply", g.pipeline)
	}
	return all.add("started the apply", users...)
}
