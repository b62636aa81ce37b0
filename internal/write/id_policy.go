package write

import (
	"strings"
	"sync"
)

// idPolicy is what a run has seen of a service that is sent external ids.
type idPolicy int

const (
	idPolicyUnknown idPolicy = iota
	clientAssigned
	serverAssigned
)

// idPolicy returns what the service does with the external ids of a kind of object.
func (r *Run) idPolicy(kind string) idPolicy {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.policies[kind]
}

// learn notes whether the service kept the external id that it was sent for a kind of object.
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

// grantsBefore returns the external ids of the grants that a parent had before this run granted it anything; nil when
// they cannot be had, and when they are not needed because the service keeps the ids that it is sent. The list is read once
// for each parent, so that many grants of one parent need one list.
func (r *Run) grantsBefore(kind string, m Model, ops CreateOps) map[string]bool {
	if ops.ListGrants == nil || r.idPolicy(kind) == clientAssigned {
		return nil
	}
	values := m.KeyValues()
	parent := kind + "\x00" + strings.Join(values[:len(values)-1], "\x00")
	r.mu.Lock()
	read, ok := r.existing[parent]
	if !ok {
		if r.existing == nil {
			r.existing = map[string]func() map[string]bool{}
		}
		read = sync.OnceValue(func() map[string]bool { return extIDs(ops) })
		r.existing[parent] = read
	}
	r.mu.Unlock()
	return read()
}

func extIDs(ops CreateOps) map[string]bool {
	found := map[string]bool{}
	for grant, err := range ops.ListGrants() {
		if err != nil {
			return nil
		}
		found[grant.ExtID] = true
	}
	return found
}
