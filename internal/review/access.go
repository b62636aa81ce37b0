package review

// Person is a user whose access changes. User is nil when neither the plan nor the service shows
// whose the profile is.
type Person struct {
	User     *Named          `json:"user"`
	Service  string          `json:"service"`
	Client   string          `json:"client_ext_id"`
	Profiles []ProfileAccess `json:"profiles"`
}

// ProfileAccess is what changes for one profile of a person.
type ProfileAccess struct {
	Profile Named  `json:"profile"`
	Unit    *Named `json:"unit,omitempty"`
	// Event is what becomes of the profile itself: created, deleted, replaced, disabled, archived,
	// enabled, or "".
	Event string `json:"event,omitempty"`
	// State is the profile's state after the apply, "" when the plan does not hold it.
	State   string        `json:"state,omitempty"`
	Changes []GrantChange `json:"changes"`

	// placed reports that a profile without a Unit is in none.
	placed bool
}

// Effect is what happens to a grant.
type Effect string

// The effects. A grant that changes stays, with other data rooms, at another time, or for another
// unit.
const (
	Gain    Effect = "gain"
	Loss    Effect = "lose"
	Altered Effect = "change"
)

// GrantChange is a grant before and after. Before is nil for one that is made, After for one that
// is removed; one that only gains or loses its effect, because its profile is enabled or disabled,
// has both.
type GrantChange struct {
	Effect Effect `json:"effect"`
	// Uncertain reports that the plan does not say whether it comes to that.
	Uncertain bool   `json:"uncertain"`
	Before    *Grant `json:"before,omitempty"`
	After     *Grant `json:"after,omitempty"`
	// NewlyGlobal are the data rooms that the change opens: those of a gain, and those that were
	// closed before.
	NewlyGlobal []string `json:"newly_global,omitempty"`
	// Reason is "" when the grant itself is planned: otherwise what takes it along, such as the
	// deletion of the profile.
	Reason string `json:"reason,omitempty"`
	// Rules are the names of the rules that it falls under.
	Rules []string `json:"rules"`
	// Elsewhere reports that it stands for all grants of the profile that the plan does not know.
	Elsewhere bool `json:"elsewhere"`

	text  string
	scope scope
	// unasked is why --names would not show what is elsewhere, "" where it would.
	unasked string
}

// scope is all that a change is about, by the names and ids of before and of after; an object that
// is not known fits any pattern.
type scope struct {
	services, clients      []Named
	users, profiles, units []Named
	// narrow reports that no grant of the profiles can be global; only of a unit.
	narrow bool
}

// Grant is a role or an enterprise role that a profile has.
type Grant struct {
	// Kind is "role", "enterprise role", or "grant" when the plan does not say which.
	Kind Kind  `json:"kind"`
	Role Named `json:"role"`
	// Application is that of a role; nil when only the service knows it.
	Application *Named `json:"application,omitempty"`
	// Members are the roles of an enterprise role that are known.
	Members []Member `json:"members,omitempty"`
	// Through is the enterprise role that gives a role; nil for one that is granted by itself.
	Through *Named `json:"through,omitempty"`
	// Global are the data rooms that are open: client, unit, app, enterprise_role.
	Global []string `json:"global,omitempty"`
	// Undecided are the data rooms that the plan does not show.
	Undecided []string `json:"undecided,omitempty"`
	From      string   `json:"valid_from,omitempty"`
	To        string   `json:"valid_to,omitempty"`
	// Address is "" when the plan does not manage the grant.
	Address string `json:"address"`

	// membersKnown reports that Members are all of them.
	membersKnown bool
	// roles, applications and through are the names that the role, its application and the
	// enterprise role may go by in a policy.
	roles, applications, through []Named
}

// Member is a role of an enterprise role.
type Member struct {
	Role        Named  `json:"role"`
	Application *Named `json:"application,omitempty"`

	roles, applications []Named
}

// The events of a profile, in addition to the states.
const (
	created  = "created"
	deleted  = "deleted"
	replaced = "replaced"
	enabled  = "enabled"
)

// global reports whether the change leaves a grant that is, becomes or may become global.
func (c GrantChange) global() bool { return has(c.Rules, ruleGlobal) && !c.Elsewhere }

// undecided reports whether it is known only after the apply who gets what.
func (c GrantChange) undecided() bool { return has(c.Rules, ruleUnknownGrant) }

// grant is the one that the change is about.
func (c GrantChange) grant() Grant {
	if c.After != nil && (c.Effect != Loss || c.Before == nil) {
		return *c.After
	}
	return *c.Before
}

// label is what a person is called in lists.
func (p Person) label() string {
	if p.User == nil {
		return p.Profiles[0].Profile.Label()
	}
	return p.User.Label()
}
