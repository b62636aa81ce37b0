package review

import (
	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
)

// Effect is the effect of a plan on a grant.
type Effect string

// The effects. An altered grant continues to exist with other data rooms, another validity or
// another unit.
const (
	Gain    Effect = "gain"
	Loss    Effect = "lose"
	Altered Effect = "change"
)

// GrantChange is a grant of a person before and after the apply. Before is nil for a new grant,
// After for a removed one. A grant that only becomes effective or ineffective, because its profile
// is enabled or disabled, has both.
type GrantChange struct {
	Effect Effect `json:"effect"`
	// User is nil if neither the plan nor the service shows the user of the profile.
	User    *Named `json:"user"`
	Profile Named  `json:"profile"`
	Unit    *Named `json:"unit,omitempty"`
	// Uncertain reports that the plan does not show whether the change happens.
	Uncertain bool `json:"uncertain"`
	// During reports that the change is possible during the apply or if it stops halfway, and not
	// after the whole apply.
	During bool   `json:"during"`
	Before *Grant `json:"before,omitempty"`
	After  *Grant `json:"after,omitempty"`
	// NewlyGlobal lists the data rooms that the change opens: all open ones of a new grant, and
	// those that were closed before.
	NewlyGlobal []string `json:"newly_global,omitempty"`
	// Reason is "" if the grant itself is planned. Otherwise it is the cause, such as the deletion
	// of the profile.
	Reason string `json:"reason,omitempty"`
	// Rules are the names of the rules that match the change.
	Rules []string `json:"-"`

	// key is the user, or the profile if its user is not known.
	key access.ID
	// later reports that what the user has is extended without an effect today.
	later bool
	// taken reports that the profile has the ID of one that the plan creates for another person.
	taken bool
	scope scope
}

// scope lists the objects of a change, by their names and external IDs before and after the apply.
// An unknown object matches any pattern.
type scope struct {
	service, client        Named
	users, profiles, units []Named
	// narrow reports that no grant of the profiles can be global.
	narrow bool
}

// Grant is a role or an enterprise role that a profile has.
type Grant struct {
	// Kind is "role", "enterprise role", or "grant" if the plan does not show which.
	Kind Kind  `json:"kind"`
	Role Named `json:"role"`
	// Application is the application of a role; nil if only the service knows it.
	Application *Named `json:"application,omitempty"`
	// Members are the known roles of an enterprise role.
	Members []Member `json:"members,omitempty"`
	// Through is the enterprise role that gives a role; nil for a direct grant.
	Through *Named `json:"through,omitempty"`
	// Global are the data rooms that are open: client, unit, app, enterprise_role.
	Global []string `json:"global,omitempty"`
	// Undecided are the data rooms that the plan does not show.
	Undecided []string `json:"undecided,omitempty"`
	From      string   `json:"valid_from,omitempty"`
	To        string   `json:"valid_to,omitempty"`
	// Address is "" if the plan does not manage the grant.
	Address string `json:"address"`

	// membersKnown reports that Members lists all roles.
	membersKnown bool
}

// Member is a role of an enterprise role.
type Member struct {
	Role        Named  `json:"role"`
	Application *Named `json:"application,omitempty"`
}

// What may happen to an object, in addition to its states.
const (
	deleted  = "deleted"
	replaced = "replaced"
	enabled  = "enabled"
)

// global reports whether the grant is, becomes or may become global.
func (c GrantChange) global() bool { return has(c.Rules, rule.GainGlobal) }

// grant returns the grant that the change is about.
func (c GrantChange) grant() Grant {
	if c.After != nil && (c.Effect != Loss || c.Before == nil) {
		return *c.After
	}
	return *c.Before
}
