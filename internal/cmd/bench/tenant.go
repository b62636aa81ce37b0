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
	profiles := left / (1 + grantsPerProfile)

	t := &tenant{
		Applications: names("app", applications+left%(1+grantsPerProfile)),
		Departments:  names("department", (units+children)/(children+1)),
		Teams:        map[string]team{},
	}
	teams := names("team", units-len(t.Departments))
	for i, name := range teams {
		t.Teams[name] = team{Department: t.Departments[i/children], Members: map[string]member{}}
	}
	for i, profile := range names("profile", profiles) {
		t.Teams[teams[i%len(teams)]].Members[profile] = newMember(i)
	}
	return t, nil
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
