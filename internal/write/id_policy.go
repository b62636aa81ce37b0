package write

import (
	"context"
	"strings"
)

// idPolicy records whether the service keeps the external IDs that it receives.
type idPolicy int

const (
	idPolicyUnknown idPolicy = iota
	clientAssigned
	serverAssigned
)

// idPolicy returns the service's policy for the external IDs of a kind of object.
func (r *Run) idPolicy(kind string) idPolicy {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.policies[kind]
}

// recordIDPolicy records whether the service kept the external ID that it received for a kind of
// object.
func (r *Run) recordIDPolicy(kind string, kept bool) {
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

// grantsBefore returns the external IDs of the grants that a parent had before this run granted
// anything to it. It returns nil if the list cannot be read, and if it is not needed because the
// service keeps the IDs that it receives. The list is read once for each parent. A failed list is
// not read again, because by then it could include grants of this run.
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
