package main

import "fmt"

const (
	smallest = 60
	children = 40 // teams of a department

	rolesPerApplication = 4
	membersPerRole      = 2 // roles in an enterprise role
	policies            = 5
	rolesPerProfile     = 6

	objectsPerApplication    = 2 + rolesPerApplication // itself, its assignment to the client, its roles
	objectsPerEnterpriseRole = 1 + membersPerRole
	objectsPerPerson         = 3 + rolesPerProfile // the user, the profile, its authorizations and its enterprise authorization
	// objectsOfTenPeople is the size of a tenant with ten people, and with units and roles for them.
	objectsOfTenPeople = 108
)

// tenant is a company with people in teams, which the configurations read as JSON.
type tenant struct {
	// Applications and EnterpriseRoles map external IDs to the roles of each.
	Applications    map[string][]string `json:"applications"`
	EnterpriseRoles map[string][]string `json:"enterprise_roles"`
	Policies        []string            `json:"policies"`
	Departments     []string            `json:"departments"`
	Teams           map[string]team     `json:"teams"`
}

// team is a unit below a department, with its profiles by external ID.
type team struct {
	Department string            `json:"department"`
	Members    map[string]member `json:"members"`
}

// member is a profile and its grants.
type member struct {
	User           string   `json:"user"`
	Roles          []string `json:"roles"`
	EnterpriseRole string   `json:"enterprise_role"`
}

// newTenant returns a tenant of exactly n objects with departments; 0 for as few as possible. Of a
// hundred objects, five are units, one is an application and two are enterprise roles. The remainder
// of at most eight objects are policies.
func newTenant(n, departments int) (*tenant, error) {
	units := n / 20
	if departments == 0 {
		departments = (units + children) / (children + 1)
	}
	if n < smallest || units < 2*departments {
		least := max(smallest, 40*departments)
		return nil, fmt.Errorf("a tenant of %d departments has at least %d objects, not %d", departments, least, n)
	}
	applications, enterpriseRoles := max(2, n/100), max(2, n/50)
	left := n - units - applications*objectsPerApplication - enterpriseRoles*objectsPerEnterpriseRole - policies
	t := &tenant{
		Applications: map[string][]string{}, EnterpriseRoles: map[string][]string{}, Teams: map[string]team{},
		Policies: names("policy", policies+left%objectsPerPerson), Departments: names("department", departments),
	}
	roles, jobs, teams := names("role", applications*rolesPerApplication), names("job", enterpriseRoles), names("team", units-departments)
	for i, name := range names("app", applications) {
		t.Applications[name] = roles[i*rolesPerApplication : (i+1)*rolesPerApplication]
	}
	for i, name := range jobs {
		t.EnterpriseRoles[name] = following(roles, i, membersPerRole)
	}
	for i, name := range teams {
		t.Teams[name] = team{t.Departments[i%departments], map[string]member{}}
	}
	for i, profile := range names("profile", left/objectsPerPerson) {
		m := member{numbered("person", i), following(roles, i, rolesPerProfile), jobs[i%len(jobs)]}
		t.Teams[teams[i%len(teams)]].Members[profile] = m
	}
	return t, nil
}

// following returns the elements of a list from a position on, which may be after its end.
func following(list []string, from, count int) (all []string) {
	for i := range count {
		all = append(all, list[(from+i)%len(list)])
	}
	return all
}

func numbered(noun string, i int) string { return fmt.Sprintf("%s-%d", noun, i) }

func names(noun string, count int) []string {
	all := make([]string, count)
	for i := range all {
		all[i] = numbered(noun, i)
	}
	return all
}

type object map[string]any

// seed is a seed of the simulator: objects by array.
type seed map[string][]object

func (s seed) add(array string, o object) {
	o["clientExtId"] = clientID
	s[array] = append(s[array], o)
}

// client returns a tenant without objects. The token has all permissions.
func client() seed {
	s := seed{"clients": {{"extId": clientID, "name": "Acme"}}}
	s.add("callers", object{"token": token, "permissions": []string{"*"}, "clients": []string{"*"}})
	return s
}

// surroundings returns what a configuration of units, profiles and their grants refers to.
func (t *tenant) surroundings() seed {
	s := client()
	for application, roles := range t.Applications {
		s["applications"] = append(s["applications"], object{"extId": application, "name": application, "displayed": true})
		for _, role := range roles {
			s["roles"] = append(s["roles"], object{"extId": role, "name": role, "applicationExtId": application})
		}
	}
	for name, roles := range t.EnterpriseRoles {
		s.add("enterpriseRoles", object{"extId": name, "name": name, "roleExtIds": roles})
	}
	for _, team := range t.Teams {
		for _, m := range team.Members {
			s.add("users", object{"extId": m.User, "loginId": "login-" + m.User, "userState": "active"})
		}
	}
	return s
}

// ending is the validity of all grants.
var ending = object{"to": "2100-01-01T00:00:00Z"}

// everything returns the whole tenant, below one unit.
func (t *tenant) everything() seed {
	s := t.surroundings()
	for application := range t.Applications {
		s.add("clientApplications", object{"applicationExtId": application})
	}
	for _, name := range t.Policies {
		s.add("policies", object{"extId": name, "name": name, "policyType": "DevicePasswordPolicy", "parameters": map[string]string{}})
	}
	s.add("units", object{"extId": "hq", "name": "Headquarters", "profileless": true})
	for _, name := range t.Departments {
		s.add("units", object{"extId": name, "name": name, "parentUnitExtId": "hq", "profileless": true})
	}
	for name, team := range t.Teams {
		s.add("units", object{"extId": name, "name": name, "parentUnitExtId": team.Department, "profileless": false})
		for profile, m := range team.Members {
			s.add("profiles", object{"extId": profile, "userExtId": m.User, "unitExtId": name, "profileState": "active"})
			for _, role := range m.Roles {
				s.add("authorizations",
					object{"profileExtId": profile, "extId": profile + "-" + role, "roleExtId": role, "validity": ending})
			}
			s.add("enterpriseAuthorizations", object{"profileExtId": profile, "extId": profile + "-job",
				"enterpriseRoleExtId": m.EnterpriseRole, "validity": ending})
		}
	}
	return s
}
