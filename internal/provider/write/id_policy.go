package write

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

// AssignsIDs reports whether a create of the run has shown that the service does not keep the
// external IDs that it receives for a kind of object.
func (r *Run) AssignsIDs(kind string) bool { return r.idPolicy(kind) == serverAssigned }

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
