package write

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// CreateAssigned creates an object whose external ID the service assigns, and of which a second
// create makes a second object. similar returns the external IDs of the objects that may be the
// created one. CreateAssigned calls it before the create, so that an existing object is never
// accepted, and again after a lost response: an object that has appeared since is the created one;
// if none has, the create is sent again, at most three times. If similar fails, several objects
// have appeared, or all responses are lost, the error is an *Error with the outcome Lost.
func (r *Run) CreateAssigned(ctx context.Context, plan tfsdk.Plan, post func() (extID string, err error),
	similar func() (extIDs []string, err error)) (string, error) {
	before, unknown := similar()
	created, err := post()
	for n := 0; r.unanswered(err); n++ {
		if unknown != nil {
			return "", undecided(ctx, plan, err, "the objects that existed before could not be listed, so the create was not sent again: "+
				unknown.Error())
		}
		now, failed := similar()
		if failed != nil {
			return "", undecided(ctx, plan, err, "the existing objects could not be listed, so the create was not sent again: "+
				failed.Error())
		}
		since := slices.DeleteFunc(now, func(extID string) bool { return slices.Contains(before, extID) })
		switch {
		case len(since) == 1:
			return since[0], nil
		case len(since) > 1:
			return "", undecided(ctx, plan, err, "several similar objects were created in the meantime: "+strings.Join(since, ", "))
		case n == maxRepeats || backOff(ctx, n) != nil:
			return "", undecided(ctx, plan, err, fmt.Sprintf("no matching object was found after attempt %d", n+1))
		}
		created, err = post()
	}
	return created, err
}

// undecided returns the error of a create whose response was lost and whose result the existing
// objects do not show either.
func undecided(ctx context.Context, plan tfsdk.Plan, lost error, why string) *Error {
	return &Error{Outcome: Lost, text: fmt.Sprintf("%s.\n\n"+
		"The response to the create was lost, and the service assigns the external ID, so it is not known whether the object was "+
		"created: %s. Look in the service for a new object with %s",
		strings.TrimSuffix(lost.Error(), "."), strings.TrimSuffix(why, "."), knownValues(ctx, plan))}
}
