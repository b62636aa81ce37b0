package review

import "time"

// Dependency is something that the effect of a grant depends on, as the service holds it: the grant
// itself, its profile, the user, or a unit that the profile is in.
type Dependency struct {
	// State is active, disabled or archived; "" where the service tells none.
	State string
	// From and To are the validity, in RFC 3339; "" for no limit.
	From, To string
}

// InEffect reports whether something has effect now or later, as far as it depends on d. A state or
// a time that is not understood counts as the worst: it has.
func (d Dependency) InEffect(now time.Time) bool { return !d.effect().since(clock{now}).most.empty() }

// JointlyInEffect reports whether there is a moment from now on in which all dependencies allow it.
func JointlyInEffect(now time.Time, all []Dependency) bool {
	joint := unlimited
	for _, d := range all {
		joint = joint.and(d.effect())
	}
	return !joint.since(clock{now}).most.empty()
}

func (d Dependency) effect() effect {
	e := lasting(map[string]any{"from": d.From, "to": d.To})
	if d.State == "" {
		return e
	}
	return e.and(stateEffect(d.State))
}
