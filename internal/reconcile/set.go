package reconcile

import (
	"errors"

	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// Set is what has members and nothing to say about each, such as the applications of a client.
type Set struct {
	// Remove takes a member out; idm.ErrNoRecord means that it is gone already. Add adds one.
	Remove, Add func(extID string) error
	// Keep reports whether a member that is no longer desired stays, because another resource of the
	// run declares it; nil keeps none.
	Keep func(extID string) bool
	// RemoveVerb and AddVerb say for people what the two do.
	RemoveVerb, AddVerb string
}

// Reconcile brings a set from the members that it holds to the desired ones: first it takes out,
// then it adds. What is held follows every write, so that it is what was done when one fails;
// nothing is tried after that. The error is a *StepError.
func (s Set) Reconcile(held, desired map[string]bool) error {
	for _, member := range grants.KeysOnlyIn(held, desired) {
		if s.Keep == nil || !s.Keep(member) {
			if err := s.Remove(member); err != nil && !errors.Is(err, idm.ErrNoRecord) {
				return &StepError{member, s.RemoveVerb, err}
			}
		}
		delete(held, member)
	}
	for _, member := range grants.KeysOnlyIn(desired, held) {
		if err := s.Add(member); err != nil {
			return &StepError{member, s.AddVerb, err}
		}
		held[member] = true
	}
	return nil
}

// SetTakeover lists the members that are there and not desired, a line for each.
func SetTakeover(desired, remote map[string]bool) []string {
	members := grants.KeysOnlyIn(remote, desired)
	for i, member := range members {
		members[i] = member + ": not in the configuration"
	}
	return members
}
