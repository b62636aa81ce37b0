package rehearsal

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/review"
)

// grant is who has which role, as the copy holds it. Roles through enterprise roles are grants of
// their own.
type grant struct{ Client, User, Profile, Role, Through string }

// held is what a grant comes to: the application of its role, the data rooms that are open, when it
// is valid, and why it has no effect, "" when it has.
type held struct{ application, rooms, validity, reason string }

// holdings is what a state of the copy grants, and the names of people.
type holdings struct {
	grants map[grant]held
	names  map[extID]string
	// assigned are the clients of which the copy tells which applications they have.
	assigned map[string]bool
}

// extID is an external id within a client, "" for what belongs to none.
type extID struct{ client, id string }

// object are the fields of the simulator's objects that decide on access.
type object struct {
	ClientExtID, ExtID, UserExtID, ProfileExtID, RoleExtID, EnterpriseRoleExtID string
	UnitExtID, ParentUnitExtID, ApplicationExtID                                string
	UserState, ProfileState, State, LoginID                                     string
	ClientGlobal, UnitGlobal, AppGlobal, EnterpriseRoleGlobal                   bool
	Validity                                                                    struct{ From, To string }
	RoleExtIDs                                                                  []string
	Name                                                                        json.RawMessage
}

func (o object) key() extID { return extID{o.ClientExtID, o.ExtID} }

// copied is a state of the copy, by what its objects are found by.
type copied struct {
	users, profiles, units, enterpriseRoles map[extID]object
	// applications are those of roles, assigned those that a client has.
	applications map[string]string
	assigned     map[extID]bool
	now          time.Time
	found        holdings
}

// holdingsOf takes all grants out of a state of the copy, with why they have no effect at a time or
// later. Earlier holdings tell which clients have applications: a copy without any of a client
// could not read them.
func holdingsOf(state []byte, now time.Time, earlier holdings) (holdings, error) {
	var read struct {
		Users, Profiles, Units, Authorizations, EnterpriseAuthorizations, EnterpriseRoles, Roles, ClientApplications []object
	}
	if err := json.Unmarshal(state, &read); err != nil {
		return holdings{}, err
	}
	c := copied{
		users: byKey(read.Users), profiles: byKey(read.Profiles), units: byKey(read.Units), enterpriseRoles: byKey(read.EnterpriseRoles),
		applications: map[string]string{}, assigned: map[extID]bool{}, now: now,
		found: holdings{map[grant]held{}, map[extID]string{}, map[string]bool{}},
	}
	for _, role := range read.Roles {
		c.applications[role.ExtID] = role.ApplicationExtID
	}
	for _, assignment := range read.ClientApplications {
		c.assigned[extID{assignment.ClientExtID, assignment.ApplicationExtID}] = true
		c.found.assigned[assignment.ClientExtID] = true
	}
	maps.Copy(c.found.assigned, earlier.assigned)
	for _, user := range read.Users {
		c.found.names[user.key()] = nameOf(user)
	}
	for _, a := range slices.Concat(read.Authorizations, read.EnterpriseAuthorizations) {
		c.enter(a)
	}
	return c.found, nil
}

func byKey(objects []object) map[extID]object {
	found := map[extID]object{}
	for _, o := range objects {
		found[o.key()] = o
	}
	return found
}

// enter adds a grant, with the roles that it gives as an enterprise role.
func (c *copied) enter(a object) {
	profile := c.profiles[extID{a.ClientExtID, a.ProfileExtID}]
	g := grant{a.ClientExtID, profile.UserExtID, a.ProfileExtID, cmp.Or(a.RoleExtID, a.EnterpriseRoleExtID), ""}
	all := c.dependencies(a, profile)
	c.keep(g, a, all)
	for _, role := range c.enterpriseRoles[extID{a.ClientExtID, a.EnterpriseRoleExtID}].RoleExtIDs {
		g.Role, g.Through = role, a.EnterpriseRoleExtID
		c.keep(g, a, all)
	}
}

// keep enters one role. Of two grants of the same role the one that has an effect counts.
func (c *copied) keep(g grant, a object, all []dependency) {
	h := held{c.applications[g.Role], rooms(a), strings.Trim(a.Validity.From+" – "+a.Validity.To, " –"), c.reason(g, a, all)}
	if old, twice := c.found.grants[g]; twice && (old.reason == "" || h.reason != "") {
		return
	}
	c.found.grants[g] = h
}

func rooms(a object) string {
	var open []string
	for _, room := range []struct {
		name string
		open bool
	}{{"client", a.ClientGlobal}, {"unit", a.UnitGlobal}, {"app", a.AppGlobal}, {"enterprise_role", a.EnterpriseRoleGlobal}} {
		if room.open {
			open = append(open, room.name)
		}
	}
	return strings.Join(open, ", ")
}

// dependency is something that a grant's effect depends on, and what it is called.
type dependency struct {
	review.Dependency
	what string
}

// dependencies are the grant, its profile, the user, and the unit with those above it.
func (c *copied) dependencies(a, profile object) []dependency {
	user := c.users[extID{a.ClientExtID, profile.UserExtID}]
	all := []dependency{
		newDependency("grant", "", a), newDependency("user", user.UserState, user), newDependency("profile", profile.ProfileState, profile),
	}
	seen := map[string]bool{}
	for id := profile.UnitExtID; id != "" && !seen[id]; {
		seen[id] = true
		unit := c.units[extID{a.ClientExtID, id}]
		all = append(all, newDependency("unit "+id, unit.State, unit))
		id = unit.ParentUnitExtID
	}
	return all
}

func newDependency(what, state string, o object) dependency {
	return dependency{review.Dependency{State: state, From: o.Validity.From, To: o.Validity.To}, what}
}

// unassigned is the application of a role that the client does not have.
func (c *copied) unassigned(g grant, a object) string {
	application := c.applications[g.Role]
	if a.RoleExtID == "" && g.Through == "" || !c.found.assigned[g.Client] || c.assigned[extID{g.Client, application}] {
		return ""
	}
	return application
}

// reason is why a grant has no effect, "" when it has.
func (c *copied) reason(g grant, a object, all []dependency) string {
	if application := c.unassigned(g, a); application != "" {
		return "the application " + application + " is not assigned to the client"
	}
	var joint []review.Dependency
	for _, d := range all {
		if joint = append(joint, d.Dependency); d.InEffect(c.now) {
			continue
		}
		if d.State != "" && !(review.Dependency{State: d.State}).InEffect(c.now) {
			return "the " + d.what + " is " + strings.ToLower(d.State)
		}
		return "the " + d.what + " is no longer valid"
	}
	if !review.JointlyInEffect(c.now, joint) {
		return "the times at which the grant, its profile, the user and the units are valid do not overlap"
	}
	return ""
}

func nameOf(user object) string {
	var name struct{ FirstName, FamilyName string }
	_ = json.Unmarshal(user.Name, &name)
	return cmp.Or(strings.TrimSpace(name.FirstName+" "+name.FamilyName), user.LoginID)
}
