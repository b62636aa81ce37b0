package main

import "fmt"

const (
	smallestTenant = 60
	// largestTenant keeps a run's requests well below what the simulator remembers.
	largestTenant = 50_000

	children        = 40 // units in a parent
	rolesPerProfile = 6
	// grantsPerProfile are its authorizations and its one enterprise authorization.
	grantsPerProfile = rolesPerProfile + 1
	applications     = 4 // with two roles each
	enterpriseRoles  = 3
)

// tenant is what the configurations declare; they read it as JSON.
type tenant struct {
	Applications []string        `json:"applications"`
	Departments  []string        `json:"departments"`
	Teams        map[string]team `json:"teams"`

	whole *wholeTenant
}

// team is a unit below a department, with its profiles by external id.
type team struct {
	Department string            `json:"department"`
	Members    map[string]member `json:"members"`
}

type member struct {
	User           string   `json:"user"`
	Roles          []string `json:"roles"`
	EnterpriseRole string   `json:"enterprise_role"`
}

// newTenant makes a tenant of exactly n objects: 5 % units, and the rest profiles with what is
// granted to them. What is left over, at most seven, goes to the few applications of the client.
func newTenant(n int) (*tenant, error) {
	if n < smallestTenant || n > largestTenant {
		return nil, fmt.Errorf("a tenant has %d to %d objects, not %d", smallestTenant, largestTenant, n)
	}
	units := n / 20
	left := n - units - applications
	t := &tenant{Applications: names("app", applications+left%(1+grantsPerProfile)), whole: newWholeTenant(n)}
	t.Departments, t.Teams = newUnits(units, left/(1+grantsPerProfile), newMember)
	return t, nil
}

// newUnits makes departments with teams below them, and spreads profiles over the teams.
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
	m := member{User: user(i), EnterpriseRole: enterpriseRole(i % enterpriseRoles)}
	for r := range rolesPerProfile {
		m.Roles = append(m.Roles, role((i+r)%(2*applications)))
	}
	return m
}

func names(noun string, count int) []string {
	all := make([]string, count)
	for i := range all {
		all[i] = fmt.Sprintf("%s-%d", noun, i)
	}
	return all
}

func user(i int) string           { return fmt.Sprintf("user-%d", i) }
func role(i int) string           { return fmt.Sprintf("role-%d", i) }
func enterpriseRole(i int) string { return fmt.Sprintf("enterprise-role-%d", i) }

func (t *tenant) units() int { return len(t.Departments) + len(t.Teams) }

func (t *tenant) profiles() int {
	count := 0
	for _, team := range t.Teams {
		count += len(team.Members)
	}
	return count
}
