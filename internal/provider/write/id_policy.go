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
	policy, _ := r.policies.Load(kind)
	known, _ := policy.(idPolicy)
	return known
}

// AssignsIDs reports whether a create of the run has shown that the service does not keep the
// external IDs that it receives for a kind of object.
func (r *Run) AssignsIDs(kind string) bool { return r.idPolicy(kind) == serverAssigned }

// recordIDPolicy records whether the service kept the external ID that it received for a kind of
// object.
func (r *Run) recordIDPolicy(kind string, kept bool) {
	policy := serverAssigned
	if kept {
		policy = clientAssigned
	}
	r.policies.Store(kind, policy)
}
