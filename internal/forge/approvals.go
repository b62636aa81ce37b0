package forge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// approval is a comment or review, which approves a plan if it names the plan.
type approval struct {
	id          int64
	login, text string
	time        time.Time
}

// subject is the plan that needs approvals.
type subject struct {
	Reviewed
	// what is the request or the commit for messages. since is the end of the review.
	what  string
	since time.Time
	// author created the request or started the run.
	author int64
	// again explains how to start over.
	again string
}

// people checks the users of a vendor. On an error, a user has no permission and no membership.
type people interface {
	mayWrite(ctx context.Context, a approval) (bool, error)
	memberOf(ctx context.Context, group string, a approval) (bool, error)
}

// approves reports whether an approval is for this plan and newer than its review. It must name the
// plan on a separate line, because a plan can be replaced while the reviewer reads the previous
// one.
func (s subject) approves(a approval) bool {
	line := "approve " + s.Digest
	return a.id != 0 && a.id != s.author && a.time.After(s.since) &&
		slices.ContainsFunc(strings.Split(a.text, "\n"), func(each string) bool { return strings.TrimSpace(each) == line })
}

// require returns an error unless enough people with write access, who are neither bots nor the
// author, approved the plan, and among them a member of each group.
func (s subject) require(ctx context.Context, p people, count int, given []approval) error {
	if s.author == 0 || s.since.IsZero() {
		return fmt.Errorf("the author of %s or the time of its review is unknown: plan again. %s", s.what, s.again)
	}
	counted := map[int64]approval{}
	var problems []error
	for _, each := range given {
		if _, known := counted[each.id]; known || !s.approves(each) {
			continue
		}
		may, err := p.mayWrite(ctx, each)
		if problems = append(problems, err); may && err == nil {
			counted[each.id] = each
		}
	}
	if len(counted) < count {
		return fmt.Errorf("%d of %d approvals of %s name this plan, are newer than its review, and come from people with write access: "+
			"add the missing ones, and run this job again. %s%w",
			len(counted), count, s.what, s.again, reasons(problems))
	}
	for _, group := range s.Groups {
		problems = nil
		member := false
		for _, each := range counted {
			is, err := p.memberOf(ctx, group, each)
			problems = append(problems, err)
			member = member || is && err == nil
		}
		if !member {
			return fmt.Errorf("none of these approvals of %s is by a member of the group %s, which a broken rule needs: give "+
				"one, and run this job again. %s%w",
				s.what, group, s.again, reasons(problems))
		}
	}
	return nil
}

// apiError appends the API errors to a refusal.
type apiError struct{ error }

// Error is empty if the API responded to all requests.
func (u apiError) Error() string {
	if u.error == nil {
		return ""
	}
	return " The API refused: " + u.error.Error()
}

func reasons(problems []error) error { return apiError{errors.Join(problems...)} }
