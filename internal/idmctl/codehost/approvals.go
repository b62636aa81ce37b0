package codehost

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// approval is a comment or review, which approves a plan if it names the plan.
type approval struct {
	id          int64
	login, text string
	time        time.Time
	// edited reports that the text was changed later, which others may do, too; node is the ID of a
	// review of which only another API shows it.
	edited bool
	node   string
}

// subject is the plan that needs approvals.
type subject struct {
	Reviewed
	// what is the request or the commit for messages. since is the end of the review.
	what  string
	since time.Time
	// tookPart contains the users whose approvals do not count.
	tookPart participants
	// again explains how to start over.
	again string
}

// people checks the users of a vendor. On an error, a user has no permission and no membership.
type people interface {
	mayWrite(ctx context.Context, a approval) (bool, error)
	memberOf(ctx context.Context, group string, a approval) (bool, error)
}

// names reports whether an approval is for this plan and newer than its review. It must name the
// plan on a separate line, because a plan can be replaced while the reviewer reads the previous
// one.
func (s subject) names(a approval) bool {
	line := "approve " + s.Digest
	return a.id != 0 && a.time.After(s.since) &&
		slices.ContainsFunc(strings.Split(a.text, "\n"), func(each string) bool { return strings.TrimSpace(each) == line })
}

// require returns an error unless enough people with write access, who are not bots and did not
// take part, approved the plan, and among them a member of each group.
func (s subject) require(ctx context.Context, p people, count int, given []approval) error {
	if len(s.tookPart) == 0 || s.since.IsZero() {
		return fmt.Errorf("the author of %s or the time of its review is unknown: plan again. %s", s.what, s.again)
	}
	counted, ignored := map[int64]approval{}, map[int64]string{}
	var problems []error
	for _, each := range given {
		if _, known := counted[each.id]; known || !s.names(each) {
			continue
		}
		if did, part := s.tookPart[each.id]; part {
			ignored[each.id] = each.who() + " " + did
			continue
		}
		if each.edited {
			ignored[each.id] = each.who() + " gave one whose text was edited later"
			continue
		}
		may, err := p.mayWrite(ctx, each)
		switch problems = append(problems, err); {
		case may && err == nil:
			counted[each.id] = each
		case err == nil:
			ignored[each.id] = each.who() + " has no write access, or is a bot"
		}
	}
	if len(counted) < count {
		return fmt.Errorf("%d of %d approvals of %s name this plan, are newer than its review, and come from people with write access who "+
			"took no part in it%s: add the missing ones, and run this job again. %s%w",
			len(counted), count, s.what, listed(ignored), s.again, reasons(problems))
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

// who names the user of an approval.
func (a approval) who() string { return cmp.Or(a.login, fmt.Sprint("user ", a.id)) }

// listed lists the approvals that do not count.
func listed(ignored map[int64]string) string {
	if len(ignored) == 0 {
		return ""
	}
	return " (not counted: " + strings.Join(slices.Sorted(maps.Values(ignored)), "; ") + ")"
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
