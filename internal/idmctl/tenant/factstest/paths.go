package factstest

import (
	"slices"
	"time"
)

// Path is a role or an enterprise role that a user has through a grant, effective or not.
type Path struct {
	User, Role, Through, Profile, Grant string
	Global                              bool
	// At reports for each of Moments whether the path is effective.
	At [2]bool
}

// Ever reports whether the path is effective at any of the moments.
func (p Path) Ever() bool { return p.At[0] || p.At[1] }

// Completed returns a possible tenant without gaps: with most, everything that may be in a gap
// exists without limits; otherwise nothing of it exists.
func (t *Tenant) Completed(most bool) *Tenant {
	next := *t
	next.Units, next.EnterpriseRoles, next.Unread = copied(t.Units), copied(t.EnterpriseRoles), nil
	next.Grants, next.EnterpriseGrants = slices.Clone(t.Grants), slices.Clone(t.EnterpriseGrants)
	for _, gap := range t.Unread {
		owner := gap.Text("ownerExtId")
		switch gap.Text("type") {
		case "unit":
			unit := Find(next.Units, gap.Text("extId"))
			delete(unit, "parentUnitExtId")
			unit["validity"], unit["state"] = Doc{}, map[bool]string{true: "active", false: "disabled"}[most]
		case "authorization":
			for _, role := range t.Roles {
				if most {
					next.Grants = append(next.Grants, Doc{"extId": "unread", "profileExtId": owner, "roleExtId": role["extId"],
						"validity": Doc{}, "unitGlobal": true})
				}
			}
		case "enterprise_authorization":
			// The facts do not state that all enterprise roles were read, so one more may give any
			// role.
			next.EnterpriseRoles = append(next.EnterpriseRoles, Doc{"extId": "another", "roleExtIds": t.roles()})
			for _, role := range next.EnterpriseRoles {
				if most {
					next.EnterpriseGrants = append(next.EnterpriseGrants,
						Doc{"extId": "unread", "profileExtId": owner, "enterpriseRoleExtId": role["extId"], "validity": Doc{}})
				}
			}
		case "enterprise_role_member":
			members := []string{}
			if most {
				members = t.roles()
			}
			Find(next.EnterpriseRoles, owner)["roleExtIds"] = members
		}
	}
	return &next
}

func (t *Tenant) roles() []string {
	var all []string
	for _, role := range t.Roles {
		all = append(all, role.Text("extId"))
	}
	return all
}

// Paths returns all paths of a tenant without gaps, with nested loops.
func (t *Tenant) Paths() []Path {
	var all []Path
	add := func(grant Doc, role, through string) {
		profile := Find(t.Profiles, grant.Text("profileExtId"))
		p := Path{User: profile.Text("userExtId"), Role: role, Through: through, Profile: profile.Text("extId"), Grant: grant.Text("extId"),
			Global: grant["unitGlobal"] == true}
		for i, at := range Moments {
			p.At[i] = t.effective(grant, role, at)
		}
		all = append(all, p)
	}
	for _, g := range t.Grants {
		add(g, g.Text("roleExtId"), "")
	}
	for _, g := range t.EnterpriseGrants {
		through := g.Text("enterpriseRoleExtId")
		add(g, through, "")
		members, _ := Find(t.EnterpriseRoles, through)["roleExtIds"].([]string)
		for _, member := range members {
			add(g, member, through)
		}
	}
	return all
}

// effective examines every object on the path, one after the other.
func (t *Tenant) effective(grant Doc, role string, at time.Time) bool {
	profile := Find(t.Profiles, grant.Text("profileExtId"))
	parts := []Doc{grant, profile, Find(t.Users, profile.Text("userExtId"))}
	for _, unit := range t.Above(profile) {
		parts = append(parts, Find(t.Units, unit))
	}
	for _, part := range parts {
		validity, _ := part["validity"].(Doc)
		from, to := validity.Text("from"), validity.Text("to")
		stamp := at.Format(time.RFC3339)
		if from != "" && stamp < from || to != "" && stamp >= to {
			return false
		}
		for _, name := range []string{"state", "userState", "profileState"} {
			if part[name] == "disabled" {
				return false
			}
		}
	}
	known := Find(t.Roles, role)
	return known == nil || slices.ContainsFunc(t.Assigned, func(a Doc) bool { return a["applicationExtId"] == known["applicationExtId"] })
}

// Above returns the unit of a profile and its ancestors.
func (t *Tenant) Above(profile Doc) []string {
	var units []string
	for unit := Find(t.Units, profile.Text("unitExtId")); unit != nil; unit = Find(t.Units, unit.Text("parentUnitExtId")) {
		units = append(units, unit.Text("extId"))
	}
	return units
}
