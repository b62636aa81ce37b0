package main

import (
	"fmt"
	"slices"
)

const (
	rolesPerApplication = 4
	membersPerRole      = 2 // roles in an enterprise role
	policies            = 5

	objectsPerApplication    = 2 + rolesPerApplication // itself, its assignment to the client, its roles
	objectsPerEnterpriseRole = 1 + membersPerRole
	objectsPerPerson         = 2 + grantsPerProfile // the user, the profile and its grants
)

// wholeTenant is a tenant with everything that the profiles of the other one refer to: its
// applications, roles, enterprise roles, people and policies are made by the CLI as well.
type wholeTenant struct {
	// Applications are the roles of each, by external id; EnterpriseRoles the roles in each.
	Applications    map[string][]string `json:"applications"`
	EnterpriseRoles map[string][]string `json:"enterprise_roles"`
	Policies        []string            `json:"policies"`
	Departments     []string            `json:"departments"`
	Teams           map[string]team     `json:"teams"`
}

// newWholeTenant makes a tenant of exactly n objects, with an application and two enterprise roles
// in a hundred. What is left over, at most eight, goes to the
// policies.
func newWholeTenant(n int) *wholeTenant {
	applications, enterpriseRoles := max(2, n/100), max(2, n/50)
	left := n - n/20 - applications*objectsPerApplication - enterpriseRoles*objectsPerEnterpriseRole - policies
	w := &wholeTenant{
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
		m := member{User: fmt.Sprintf("person-%d", i), EnterpriseRole: jobs[i%len(jobs)]}
		for r := range rolesPerProfile {
			m.Roles = append(m.Roles, roles[(i+r)%len(roles)])
		}
		return m
	})
	return w
}

func (w *wholeTenant) people() int {
	count := 0
	for _, team := range w.Teams {
		count += len(team.Members)
	}
	return count
}

func (w *wholeTenant) objects() int {
	return len(w.Applications)*objectsPerApplication + len(w.EnterpriseRoles)*objectsPerEnterpriseRole + len(w.Policies) +
		len(w.Departments) + len(w.Teams) + w.people()*objectsPerPerson
}

// describe says what the tenant is made of.
func (w *wholeTenant) describe() string {
	return fmt.Sprintf("The whole tenant: %d applications with %d roles, %d enterprise roles with %d members, %d policies, %d units, "+
		"%d users with a profile each, %d authorizations and enterprise authorizations.\n", len(w.Applications),
		len(w.Applications)*rolesPerApplication, len(w.EnterpriseRoles), len(w.EnterpriseRoles)*membersPerRole, len(w.Policies),
		len(w.Departments)+len(w.Teams), w.people(), w.people()*grantsPerProfile)
}

// wholeResources are the types that the whole tenant is made of.
var wholeResources = slices.Concat(single, []string{"idm_application", "idm_role", "idm_enterprise_role", "idm_enterprise_role_member",
	"idm_policy", "idm_user"})
