package write

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// CreateAssigned creates an object whose external ID the service assigns, and of which it makes a
// second one when the create is sent twice. similar returns the external IDs of the objects that
// may be the created one. It is asked before the create, so that what is there already is never
// accepted, and again when the answer is lost: the one that came since is the created one, and when
// there is none, the create is sent again, at most three times. When similar fails, several came or
// the answers stay lost, it is an *Error with the outcome Lost.
func (r *Run) CreateAssigned(ctx context.Context, plan tfsdk.Plan, post func() (extID string, err error),
	similar func() (extIDs []string, err error)) (string, error) {
	before, unknown := similar()
	created, err := post()
	for n := 0; r.unanswered(err); n++ {
		if unknown != nil {
			return "", undecided(ctx, plan, err, "what was there before could not be listed, so it was not sent again: "+unknown.Error())
		}
		now, failed := similar()
		if failed != nil {
			return "", undecided(ctx, plan, err, "what is there could not be listed, so it was not sent again: "+failed.Error())
		}
		since := slices.DeleteFunc(now, func(extID string) bool { return slices.Contains(before, extID) })
		switch {
		case len(since) == 1:
			return since[0], nil
		case len(since) > 1:
			return "", undecided(ctx, plan, err, "several that are like it were made in the meantime: "+strings.Join(since, ", "))
		case n == maxRepeats || backOff(ctx, n) != nil:
			return "", undecided(ctx, plan, err, fmt.Sprintf("it was sent %d times, and nothing like it has come up", n+1))
		}
		created, err = post()
	}
	return created, err
}

// undecided is the error of a create whose answer was lost, when what is there does not tell
// either.
func undecided(ctx context.Context, plan tfsdk.Plan, lost error, why string) *Error {
	return &Error{Outcome: Lost, text: fmt.Sprintf("%s.\n\n"+
		"The answer to the create was lost, and the service chooses the external id, so it is not known whether the object was made: %s. "+
		"Look in the service for one that was made just now with %s",
		strings.TrimSuffix(lost.Error(), "."), strings.TrimSuffix(why, "."), knownValues(ctx, plan))}
}
