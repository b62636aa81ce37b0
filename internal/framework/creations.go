package framework

import (
	"sync"
)

// idsPolicy is what a run has seen of a service that is sent external ids.
type idsPolicy int

const (
	idsUnknown idsPolicy = iota
	idsTaken
	idsChosen
)

// creations is what the creates of a run share.
type creations struct {
	mu       sync.Mutex
	policies map[string]idsPolicy
	before   map[string]func() map[string]bool
}

// ids tells what the service does with the external ids of a kind of object.
func (c *creations) ids(noun string) idsPolicy {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.policies[noun]
}

// learn notes whether the service took the external id of a kind of object.
func (c *creations) learn(noun string, taken bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.policies == nil {
		c.policies = map[string]idsPolicy{}
	}
	c.policies[noun] = idsChosen
	if taken {
		c.policies[noun] = idsTaken
	}
}

// grantedBefore are the external ids of the grants that a profile had before this run granted it anything; nil when they cannot be had, and when they are
// not needed because the service takes the ids that it is sent. The list is read once for each profile, so that many grants of one profile take no list each.
func (r *Resource) grantedBefore(m Keyed, c Creation) map[string]bool {
	if c.Granted == nil || r.creations.ids(r.Noun) == idsTaken {
		return nil
	}
	parts := m.Parts()
	key := r.Noun + " " + ID(parts[:len(parts)-1]...)
	r.creations.mu.Lock()
	read, ok := r.creations.before[key]
	if !ok {
		if r.creations.before == nil {
			r.creations.before = map[string]func() map[string]bool{}
		}
		read = sync.OnceValue(func() map[string]bool { return extIDs(c) })
		r.creations.before[key] = read
	}
	r.creations.mu.Unlock()
	return read()
}

func extIDs(c Creation) map[string]bool {
	found := map[string]bool{}
	for grant, err := range c.Granted() {
		if err != nil {
			return nil
		}
		found[grant.ExtID] = true
	}
	return found
}
