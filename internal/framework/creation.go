package framework

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// Creation is how an object is made, and how it is found again when the answer to that is lost.
type Creation struct {
	// Send sends the create and returns the external id that the service names.
	Send func() (extID string, err error)
	// Find reads the object with an external id; rest.ErrNoRecord when there is none.
	Find func(extID string) (Keyed, error)
	// Withdraw deletes the object that Send made last. Nil for a grant, of which the service keeps a second one away.
	Withdraw func(extID string) error
	// Granted lists what the profile of a grant of Role has. Nil for what is no grant.
	Granted func() iter.Seq2[Grant, error]
	Role    string
}

// Make creates an object and returns its external id. When the answer is lost, the external id that was sent is looked up: an object that is there with the
// planned values is the one that was made, one with other values is a *TakenError; when none is there the create is sent again, at most three times. Where
// the service chooses the ids, a grant is looked for by its role among those that were not there before, and anything else is an *UnsettledError.
func (r *Resource) Make(ctx context.Context, plan tfsdk.Plan, m Keyed, c Creation) (string, error) {
	sent := last(m)
	before := r.grantedBefore(m, c)
	extID, err := c.Send()
	failed := err
	for n := 0; lost(err) || n > 0 && errors.Is(err, rest.ErrDuplicate); n++ {
		failed = err
		found, missing := r.look(sent, before, c)
		switch {
		case missing == nil:
			return r.adopt(ctx, plan, sent, found)
		case !errors.Is(missing, rest.ErrNoRecord):
			return "", err
		case c.Granted == nil && r.ambiguous(err):
			return "", &UnsettledError{Err: err, values: values(ctx, plan)}
		case n == repeats || !lost(err) || pause(ctx, n) != nil:
			return "", err
		}
		extID, err = c.Send()
	}
	if err != nil {
		return "", err
	}
	r.creations.learn(r.Noun, extID == sent)
	if failed == nil || extID == sent || c.Withdraw == nil {
		return extID, nil
	}
	// The service chose the id, so the attempt whose answer was lost may have made an object too. Of two nobody would know one.
	unsettled := &UnsettledError{Err: failed, values: values(ctx, plan)}
	if err := c.Withdraw(extID); err != nil {
		unsettled.Left, unsettled.Cause = extID, err
	}
	return "", unsettled
}

// look finds the object that a create may have made, rest.ErrNoRecord when there is none.
func (r *Resource) look(sent string, before map[string]bool, c Creation) (Keyed, error) {
	found, err := c.Find(sent)
	if before == nil || !errors.Is(err, rest.ErrNoRecord) || r.creations.ids(r.Noun) == idsTaken {
		return found, err
	}
	for grant, failed := range c.Granted() {
		if failed != nil {
			return nil, failed
		}
		if grant.RoleExtID == c.Role && !before[grant.ExtID] {
			return c.Find(grant.ExtID)
		}
	}
	return found, err
}

// ambiguous tells whether an object may have been made that is not under the external id that was sent.
func (r *Resource) ambiguous(err error) bool {
	switch r.creations.ids(r.Noun) {
	case idsChosen:
		return true
	case idsUnknown:
		return is[*rest.LocationError](err) || errors.Is(err, rest.ErrDuplicate)
	}
	return is[*rest.LocationError](err)
}

// adopt takes an object that was found after a lost answer for the one that was made. Under an id that the provider made up it is; under any other one its
// values must be the planned ones.
func (r *Resource) adopt(ctx context.Context, plan tfsdk.Plan, sent string, found Keyed) (string, error) {
	var chosen types.String
	if diags := plan.GetAttribute(ctx, path.Root("ext_id"), &chosen); diags.HasError() {
		return "", errors.New(diags[0].Detail())
	}
	extID := last(found)
	r.creations.learn(r.Noun, extID == sent)
	if chosen.IsUnknown() && extID == sent {
		return extID, nil
	}
	now := tfsdk.State(plan)
	diags := now.Set(ctx, found)
	others, more := differences(ctx, plan, &now)
	if diags.Append(more...); diags.HasError() {
		return "", errors.New(diags[0].Detail())
	}
	taken := &TakenError{Parts: found.Parts()}
	for _, other := range others {
		// Where the service chooses the ids, another one is no difference of the object.
		if !other.at.Equal(path.Root("ext_id")) {
			taken.others = append(taken.others, other)
		}
	}
	if len(taken.others) > 0 {
		return "", taken
	}
	return extID, nil
}

// lost tells whether the error of a create leaves open whether the work was done.
func lost(err error) bool {
	if errors.Is(err, rest.ErrForbidden) || is[*rest.LoginError](err) {
		return false
	}
	answer, ok := errors.AsType[*rest.Error](err)
	return errors.Is(err, rest.ErrNoAnswer) || is[*rest.BadAnswerError](err) || is[*rest.LocationError](err) ||
		errors.Is(err, rest.ErrThrottled) || errors.Is(err, rest.ErrUnavailable) || ok && answer.StatusCode == http.StatusInternalServerError
}

// pause waits before a create is sent again, longer each time, or returns the error of ctx as soon as it ends.
func pause(ctx context.Context, n int) error {
	timer := time.NewTimer(250*time.Millisecond<<n + rand.N(100*time.Millisecond))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// last is the external id in the key of an object.
func last(m Keyed) string {
	parts := m.Parts()
	return parts[len(parts)-1]
}
