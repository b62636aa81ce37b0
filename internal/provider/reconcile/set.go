package reconcile

import (
	"errors"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

// Set accesses members without attributes, such as the applications of a client.
type Set struct {
	// Remove removes a member; idm.ErrNoRecord means that it is already gone. Add adds a member.
	Remove, Add func(extID string) error
	// Keep reports whether a member that is no longer desired must be kept, because another
	// resource of the run declares it; nil keeps none.
	Keep func(extID string) bool
	// RemoveVerb and AddVerb name the two operations in messages.
	RemoveVerb, AddVerb string
}

// Reconcile changes the members of a set from held to desired: first it removes members, then it
// adds them. It updates held after each write and stops at the first failure, so that held always
// matches the completed writes. The error is a *StepError.
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

// SetTakeover lists, one per line, the existing members that are not in the configuration.
func SetTakeover(desired, remote map[string]bool) []string {
	members := grants.KeysOnlyIn(remote, desired)
	for i, member := range members {
		members[i] = member + ": not in the configuration"
	}
	return members
}
