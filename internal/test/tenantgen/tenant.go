package tenantgen

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Client is the client of the simulator's demo tenant that the campaigns use. Its initial objects
// are not in a configuration and must not change.
const Client = "acme"

var (
	users           = []string{"u-anna", "u-ben", "u-carla"}
	roles           = []string{"crm-reader", "billing-clerk", "billing-admin", "wiki-editor", "hr-viewer"}
	enterpriseRoles = []string{"er-sales", "er-finance", "er-manager"}
	applications    = []string{"billing", "hr"}
)

// Tenant is the content of a configuration. Every key is used only once, so that each object
// differs from all earlier ones.
type Tenant struct {
	Units        []*unit
	Profiles     []*profile
	Applications []string
	// Catalog contains all other objects, such as roles and users.
	Catalog []*entry
	// Assigned reports that the configuration sets no external IDs, and AssignedGrants that it sets
	// none for authorizations, because the service assigns them.
	Assigned, AssignedGrants bool
	// Kept reports that no attribute is cleared, and FixedProfileless that profileless does not
	// change, because the service refuses it.
	Kept, FixedProfileless bool
	// Collections are the types of the collections in place of single resources.
	Collections []*objecttype.Type
	// Later reports that the service has a later release, which can create clients.
	Later bool
	// Retired contains removed terms, which the service deactivates instead of deleting.
	Retired []*entry
	// Hostile reports that some texts have a special meaning in configurations, paths and JSON.
	Hostile bool
	next    int
	// issued counts the replaced external IDs of a key, and replaced contains the keys and names of
	// the objects that the next apply may replace.
	issued   map[string]int
	replaced map[string]bool
	// handed contains the addresses of the users that get the login ID of another one.
	handed map[string]bool
}

type unit struct {
	Key string
	// Parent is another unit of the tenant; nil for a root unit.
	Parent      *unit
	Profileless bool
	// Texts contains the name and the optional attributes with a value.
	Texts      map[string]string
	Properties map[string]string
}

type profile struct {
	Key, User, State string
	Unit             *unit
	Texts            map[string]string
	Properties       map[string]string
	// Roles and Enterprise contain the grants by role. Whole reports that an element of a collection
	// has them.
	Roles, Enterprise map[string]*grant
	Whole             bool
}

type grant struct {
	Flags [4]bool
	// Limit is a property of an authorization; "" for none.
	Limit string
	// Year is the year in which the grant ends; it cannot be cleared.
	Year int
}

func newKey(t *Tenant, kind string) string {
	t.next++
	return fmt.Sprintf("%s%d", kind, t.next)
}

func (t *Tenant) addUnit(r *rand.Rand) {
	u := &unit{Key: newKey(t, "u"), Texts: map[string]string{}, Properties: map[string]string{}}
	if (len(t.Units) > 4 || len(t.Units) > 1 && t.collects(objecttype.Unit)) && r.IntN(10) > 0 {
		u.Parent = t.Units[r.IntN(len(t.Units))]
	}
	profileless := r.IntN(4) == 0
	u.Profileless = u.change(r, t, 3) != profileless && t.spare(u)
	t.Units = append(t.Units, u)
}

func (t *Tenant) addProfile(r *rand.Rand) {
	people := slices.Clone(users)
	for _, e := range t.of(user) {
		people = append(people, e.Key)
	}
	p := &profile{
		Key: newKey(t, "p"), User: people[r.IntN(len(people))], State: "active", Unit: t.place(r), Texts: map[string]string{},
		Properties: map[string]string{}, Roles: map[string]*grant{}, Enterprise: map[string]*grant{},
		Whole: t.collects(objecttype.Profile),
	}
	p.change(r, t, 2)
	for range 3 {
		p.Roles[t.anyRole(r)] = newGrant(r)
	}
	p.Enterprise[enterpriseRoles[r.IntN(len(enterpriseRoles))]] = newGrant(r)
	t.Profiles = append(t.Profiles, p)
}

func newGrant(r *rand.Rand) *grant {
	g := &grant{Flags: [4]bool{r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0}, Year: 2030 + r.IntN(40)}
	if r.IntN(3) == 0 {
		g.Limit = fmt.Sprint(1 + r.IntN(9000))
	}
	return g
}

// place returns a unit that accepts profiles.
func (t *Tenant) place(r *rand.Rand) *unit {
	units := slices.DeleteFunc(slices.Clone(t.Units), func(u *unit) bool { return u.Profileless })
	return units[r.IntN(len(units))]
}

// removable reports whether a unit can be removed: other units accept profiles, and its subunits
// need not become root units if a parent cannot be cleared.
func (t *Tenant) removable(u *unit) bool {
	return len(t.Units) > 3 &&
		slices.ContainsFunc(t.Units, func(other *unit) bool { return other != u && !other.Profileless }) &&
		!(t.Kept && u.Parent == nil && slices.ContainsFunc(t.Units, func(other *unit) bool { return other.Parent == u }))
}

// spare reports whether a unit has no profile, and another unit accepts profiles.
func (t *Tenant) spare(u *unit) bool {
	return !slices.ContainsFunc(t.Profiles, func(p *profile) bool { return p.Unit == u }) &&
		slices.ContainsFunc(t.Units, func(other *unit) bool { return other != u && !other.Profileless })
}

// below reports whether a unit is another unit or one of its descendants.
func (u *unit) below(other *unit) bool {
	for up := u; up != nil; up = up.Parent {
		if up == other {
			return true
		}
	}
	return false
}

// extID returns the external ID in the configuration of an object; "" if the provider generates it,
// which a collection never does.
func (t *Tenant) extID(of *objecttype.Type, key string) string {
	switch {
	case t.Assigned:
		return ""
	case t.collects(of), (key[len(key)-1]-'0')%2 == 0:
		return "ext-" + key + t.issue(key)
	}
	return ""
}
