package write

import (
	"context"
	"strings"
)

// idPolicy is what a run has seen of a service that is sent external IDs.
type idPolicy int

const (
	idPolicyUnknown idPolicy = iota
	clientAssigned
	serverAssigned
)

// idPolicy returns what the service does with the external IDs of a kind of object.
func (r *Run) idPolicy(kind string) idPolicy {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.policies[kind]
}

// learn notes whether the service kept the external ID that it was sent for a kind of object.
func (r *Run) learn(kind string, kept bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.policies == nil {
		r.policies = map[string]idPolicy{}
	}
	r.policies[kind] = serverAssigned
	if kept {
		r.policies[kind] = clientAssigned
	}
}

// grantsBefore returns the external IDs of the grants that a parent had before this run granted it
// anything; nil when they cannot be had, and when they are not needed because the service keeps the
// ids that it is sent. The list is read once for each parent, so that many grants of one parent
// need one list. One that fails is not read again: by then it could hold grants of this run.
func (r *Run) grantsBefore(ctx context.Context, key LockKey, ops CreateOps) map[string]bool {
	if ops.ListGrants == nil || r.idPolicy(key.kind()) == clientAssigned {
		return nil
	}
	before, _ := r.existing.Get(ctx, strings.Join(key[:len(key)-1], "\x00"), func(ctx context.Context) (map[string]bool, error) {
		found := map[string]bool{}
		err := ops.ListGrants(ctx, func(extID, _ string) bool {
			found[extID] = true
			return true
		})
		if err != nil {
			return nil, ctx.Err()
		}
		return found, nil
	})
	return before
}
