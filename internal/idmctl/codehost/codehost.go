// Package codehost calls the APIs of GitHub and GitLab for pipelines: it finds the request of a plan
// and the reviewed plan of a merge, counts approvals, and maintains one comment and one issue.
package codehost

import (
	"context"
	"errors"
	"os"
	"path/filepath"
)

// Settings are the rules of a repository, and the current request.
type Settings struct {
	// Branch is the branch that is applied.
	Branch string
	// Approvals is the required number of approvals for a plan that can give access.
	Approvals int
	// Request is the number of the pull or merge request; empty for a manually started plan.
	Request string
}

// Request is the request of a plan. Its number is 0 for a manually started plan.
type Request struct {
	Number int64
	Head   string
}

// Plan is a reviewed plan with sufficient approvals.
type Plan struct {
	Reviewed
	// Page is the page of the review. Run and Artifact are the location of the plan in GitHub;
	// GitLab's plan is already downloaded.
	Page, Run, Artifact string
}

// PlanFile is the name of the plan's file in the folders in and out of a job.
const PlanFile = "tenant.plan"

// Forge is the API of the vendor whose pipeline is running.
type Forge struct{ vendor }

// vendor contains the operations that differ between GitHub and GitLab.
type vendor interface {
	// Commit returns the commit whose plan is reviewed, RunPage the page of the run.
	Commit() string
	RunPage() string
	// HowToApprove returns the beginning of the sentence that ends with the approval line.
	HowToApprove() string
	// IsGroup reports whether a name can be the name of a group.
	IsGroup(name string) bool
	// FindRequest finds the request of the plan from the previous job. It returns an error unless
	// the plan is of the last commit of a request in this repository into the branch. For GitLab it
	// downloads the plan to folder.
	FindRequest(ctx context.Context, folder string) (Request, error)
	// FindPlan finds the reviewed plan of a merged commit or of a manually started run.
	FindPlan(ctx context.Context, folder string) (Plan, error)
	// SetStatus sets the result of a review on the commit, if the job's own result is not shown
	// there.
	SetStatus(ctx context.Context, ok bool) error

	// board returns where the comments and issues are.
	board(ctx context.Context) (board, error)
}

// Detect returns the vendor that the environment indicates. It removes the tokens from the
// environment, so that programs run by the step do not inherit them.
func Detect(s Settings) (*Forge, error) {
	groups := take("GROUPS_TOKEN")
	switch {
	case os.Getenv("GITHUB_ACTIONS") != "":
		v, err := newGitHub(s, take("GITHUB_TOKEN"), groups)
		return &Forge{v}, err
	case os.Getenv("GITLAB_CI") != "":
		v, err := newGitLab(s, take("GITLAB_TOKEN"), groups)
		return &Forge{v}, err
	}
	return nil, errors.New("neither GITHUB_ACTIONS nor GITLAB_CI is set: run this step in a pipeline of GitHub or GitLab")
}

func take(name string) string {
	value := os.Getenv(name)
	_ = os.Unsetenv(name)
	return value
}

// planIn returns the path of the plan's file in a folder.
func planIn(folder string) string { return filepath.Join(folder, PlanFile) }

// only returns the element that satisfies test, if it is the only one.
func only[T any](all []T, test func(T) bool) (found T, ok bool) {
	count := 0
	for _, each := range all {
		if test(each) {
			found, count = each, count+1
		}
	}
	return found, count == 1
}
