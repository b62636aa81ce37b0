package main

import (
	"encoding/json"
	"fmt"
)

const (
	smallestTenant = 60
	// largestTenant keeps the number of requests of a run well below the limit of the simulator's
	// log.
	largestTenant = 50_000

	children        = 40 // units in a parent
	rolesPerProfile = 6
	// grantsPerProfile is the number of a profile's authorizations plus one enterprise
	// authorization.
	grantsPerProfile     = rolesPerProfile + 1
	sizedApplications    = 4 // with two roles each
	sizedEnterpriseRoles = 3
)

// sized is a tenant with a given number of objects for a configuration that reads it as JSON: units
// and profiles with their grants, in a client with users, roles and enterprise roles.
type sized struct {
	Applications []string        `json:"applications"`
	Departments  []string        `json:"departments"`
	Teams        map[string]team `json:"teams"`

	// whole is a tenant of the same size whose configuration also declares the users and roles.
	whole *whole `json:"-"`
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

// newSized returns a tenant of exactly n objects: 5 % units, and the rest profiles with their
// grants. The remainder of at most seven objects are the applications of the client.
func newSized(n int) (*sized, error) {
	if n < smallestTenant || n > largestTenant {
		return nil, fmt.Errorf("a tenant has %d to %d objects, not %d", smallestTenant, largestTenant, n)
	}
	units := n / 20
	left := n - units - sizedApplications
	t := &sized{Applications: names("app", sizedApplications+left%(1+grantsPerProfile)), whole: newWhole(n)}
	t.Departments, t.Teams = newUnits(units, left/(1+grantsPerProfile), newMember)
	return t, nil
}

// newUnits creates departments with teams, and distributes profiles over the teams.
func newUnits(units, profiles int, newMember func(i int) member) (departments []string, byName map[string]team) {
	departments = names("department", (units+children)/(children+1))
	teams, byName := names("team", units-len(departments)), map[string]team{}
	for i, name := range teams {
		byName[name] = team{Department: departments[i/children], Members: map[string]member{}}
	}
	for i, profile := range names("profile", profiles) {
		byName[teams[i%len(teams)]].Members[profile] = newMember(i)
	}
	return departments, byName
}

func newMember(i int) member {
	m := member{User: numbered("user", i), EnterpriseRole: numbered("enterprise-role", i%sizedEnterpriseRoles)}
	for r := range rolesPerProfile {
		m.Roles = append(m.Roles, numbered("role", (i+r)%(2*sizedApplications)))
	}
	return m
}

func numbered(noun string, i int) string { return fmt.Sprintf("%s-%d", noun, i) }

func names(noun string, count int) []string {
	all := make([]string, count)
	for i := range all {
		all[i] = numbered(noun, i)
	}
	return all
}

// Units counts the departments and teams.
func (t *sized) Units() int { return len(t.Departments) + len(t.Teams) }

// Profiles counts the members of all teams.
func (t *sized) Profiles() int { return members(t.Teams) }

func members(teams map[string]team) int {
	count := 0
	for _, team := range teams {
		count += len(team.Members)
	}
	return count
}

// Objects counts the objects if each grant and application is a separate object.
func (t *sized) Objects() int {
	return len(t.Applications) + t.Units() + t.Profiles()*(1+grantsPerProfile)
}

// Seed returns the simulator's seed: the applications and roles that all clients share, clients
// with the users and enterprise roles of the tenant, and empty clients for a whole tenant. The
// token has all permissions.
func (t *sized) Seed(token string, clients, empty []string) ([]byte, error) {
	s := seedArrays{}
	s.add("callers", seedObject{"token": token, "permissions": []string{"*"}, "clients": []string{"*"},
		"clientExtId": append(clients, empty...)[0]})
	for _, name := range t.Applications {
		s.add("applications", seedObject{"extId": name, "name": name, "displayed": true})
	}
	for i, name := range names("role", 2*sizedApplications) {
		s.add("roles", seedObject{"extId": name, "name": name, "applicationExtId": t.Applications[i/2]})
	}
	for _, client := range empty {
		s.add("clients", seedObject{"extId": client, "name": client})
	}
	for _, client := range clients {
		s.add("clients", seedObject{"extId": client, "name": client})
		for i, name := range names("enterprise-role", sizedEnterpriseRoles) {
			s.add("enterpriseRoles", seedObject{"clientExtId": client, "extId": name, "name": name,
				"roleExtIds": []string{numbered("role", i)}})
		}
		for _, name := range names("user", t.Profiles()) {
			s.add("users", seedObject{"clientExtId": client, "extId": name, "loginId": client + "." + name, "userState": "active"})
		}
	}
	return json.Marshal(s)
}

type seedObject map[string]any

// seedArrays contains the arrays of a seed file.
type seedArrays map[string][]seedObject

func (s seedArrays) add(array string, o seedObject) { s[array] = append(s[array], o) }
