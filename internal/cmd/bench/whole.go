package main

import "fmt"

const (
	rolesPerApplication = 4
	membersPerRole      = 2 // roles in an enterprise role
	policies            = 5

	objectsPerApplication    = 2 + rolesPerApplication // itself, its assignment to the client, its roles
	objectsPerEnterpriseRole = 1 + membersPerRole
	objectsPerPerson         = 2 + grantsPerProfile // the user, the profile and its grants
)

// whole is a tenant for a configuration that also declares all referenced objects: applications,
// roles, enterprise roles, users and policies.
type whole struct {
	// Applications and EnterpriseRoles map external IDs to the roles of each.
	Applications    map[string][]string `json:"applications"`
	EnterpriseRoles map[string][]string `json:"enterprise_roles"`
	Policies        []string            `json:"policies"`
	Departments     []string            `json:"departments"`
	Teams           map[string]team     `json:"teams"`
}

// newWhole returns a tenant of exactly n objects. Of a hundred objects, one is an application and
// two are enterprise roles. The remainder of at most eight objects are policies.
func newWhole(n int) *whole {
	applications, enterpriseRoles := max(2, n/100), max(2, n/50)
	left := n - n/20 - applications*objectsPerApplication - enterpriseRoles*objectsPerEnterpriseRole - policies
	w := &whole{
		Applications: map[string][]string{}, EnterpriseRoles: map[string][]string{},
		Policies: names("whole-policy", policies+left%objectsPerPerson),
	}
	roles := names("whole-role", applications*rolesPerApplication)
	for i, name := range names("whole-app", applications) {
		w.Applications[name] = roles[i*rolesPerApplication : (i+1)*rolesPerApplication]
	}
	jobs := names("job", enterpriseRoles)
	for i, name := range jobs {
		for r := range membersPerRole {
			w.EnterpriseRoles[name] = append(w.EnterpriseRoles[name], roles[(i+r)%len(roles)])
		}
	}
	w.Departments, w.Teams = newUnits(n/20, left/objectsPerPerson, func(i int) member {
		m := member{User: numbered("person", i), EnterpriseRole: jobs[i%len(jobs)]}
		for r := range rolesPerProfile {
			m.Roles = append(m.Roles, roles[(i+r)%len(roles)])
		}
		return m
	})
	return w
}

// Objects counts the objects.
func (w *whole) Objects() int {
	return len(w.Applications)*objectsPerApplication + len(w.EnterpriseRoles)*objectsPerEnterpriseRole + len(w.Policies) +
		len(w.Departments) + len(w.Teams) + members(w.Teams)*objectsPerPerson
}

// Describe returns a description of the objects of the tenant.
func (w *whole) Describe() string {
	people := members(w.Teams)
	return fmt.Sprintf("The whole tenant: %d applications with %d roles, %d enterprise roles with %d members, %d policies, %d units, "+
		"%d users with a profile each, %d authorizations and enterprise authorizations.\n", len(w.Applications),
		len(w.Applications)*rolesPerApplication, len(w.EnterpriseRoles), len(w.EnterpriseRoles)*membersPerRole, len(w.Policies),
		len(w.Departments)+len(w.Teams), people, people*grantsPerProfile)
}
