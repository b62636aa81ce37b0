package drift

import (
	"cmp"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// Access is what people may do that nobody declared.
type Access struct {
	// Undeclared are the grants on managed profiles that no state declares, by person.
	Undeclared []Grant `json:"undeclared"`
	// Members are the roles of managed enterprise roles that no state declares.
	Members []Member `json:"members,omitempty"`
	// Missing is what could not be listed.
	Missing []tenant.Missing `json:"missing,omitempty"`
	// NotSearched says of what the grants were not listed, and why.
	NotSearched []string `json:"not_searched,omitempty"`
}

// Named is an object by its external ID, and by its name where somebody tells it.
type Named struct {
	ExtID string `json:"ext_id"`
	Name  string `json:"name,omitempty"`
}

// Grant is a grant that no state declares.
type Grant struct {
	// Kind is authorization or enterprise_authorization: the resource that could manage it, without
	// the prefix idm_.
	Kind string `json:"kind"`
	// ID is its import ID, "" where only a plan tells of it.
	ID     string `json:"id,omitempty"`
	Client string `json:"client"`
	// User is whose profile it is; nil when it is not known.
	User        *Named `json:"user,omitempty"`
	Profile     Named  `json:"profile"`
	Role        Named  `json:"role"`
	Application *Named `json:"application,omitempty"`
	// Global says what its open data rooms cover, such as clients.
	Global []string `json:"global,omitempty"`
	From   string   `json:"from,omitempty"`
	To     string   `json:"to,omitempty"`
	// Expired reports that it ended before the report was made.
	Expired bool `json:"expired,omitempty"`
	// RemovedBy is the address of the authoritative resource whose next apply removes it; "" when none
	// does.
	RemovedBy    string `json:"removed_by,omitempty"`
	Version      int64  `json:"version,omitempty"`
	LastModified string `json:"last_modified,omitempty"`

	// profile is where it hangs, and extID its own external ID.
	holder holder
	extID  string
}

func newGrant(h holder, one granted, removedBy string) Grant {
	g := Grant{
		Kind: h.kind, Client: h.client, Profile: Named{ExtID: h.profile}, Role: Named{ExtID: one.RoleExtID},
		Global: one.open, From: one.validity.From, To: one.validity.To, RemovedBy: removedBy,
		Version: one.record.Version, LastModified: one.record.LastModified, holder: h, extID: one.ExtID,
	}
	if one.ExtID != "" {
		g.ID = objecttype.ImportID(h.client, h.profile, one.ExtID)
	}
	ends, err := time.Parse(time.RFC3339, one.validity.To)
	g.Expired = err == nil && ends.Before(time.Now())
	return g
}

func (s *search) sort() {
	person := func(g Grant) string {
		if g.User == nil {
			return "\uffff" + g.Profile.ExtID
		}
		return g.User.label() + "\x00" + g.User.ExtID
	}
	slices.SortStableFunc(s.access.Undeclared, func(a, b Grant) int {
		return cmp.Or(cmp.Compare(a.Client, b.Client), cmp.Compare(person(a), person(b)), cmp.Compare(a.Profile.ExtID, b.Profile.ExtID),
			cmp.Compare(a.rank(), b.rank()), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Role.label(), b.Role.label()), cmp.Compare(a.extID, b.extID))
	})
}

// rank puts global access first, and what gives none any more last.
func (g Grant) rank() int {
	if g.Expired {
		return 1
	}
	return -len(g.Global)
}

func (n Named) label() string { return cmp.Or(n.Name, n.ExtID) }
