// Package factstest generates small random tenants, and computes the access in them by brute force.
// It is for tests of packages that compute the same from facts.
package factstest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"
)

// Now is the time at which the tenants are evaluated. Validities end or begin two days before or
// after it.
var Now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

var (
	past   = Now.Add(-48 * time.Hour).Format(time.RFC3339)
	future = Now.Add(48 * time.Hour).Format(time.RFC3339)
)

// Moments are a time between the bounds of the validities, and one after all of them.
var Moments = []time.Time{Now, Now.Add(72 * time.Hour)}

// Doc is an object of a seed.
type Doc map[string]any

// Text returns a field of the object; "" if it is not set.
func (d Doc) Text(field string) string {
	text, _ := d[field].(string)
	return text
}

// Tenant has disabled, expired, future, moved, global, unassigned and unread parts.
type Tenant struct {
	Units, Users, Profiles, Roles, EnterpriseRoles, Grants, EnterpriseGrants, Assigned []Doc
	// Unread are the gaps, in the format of a snapshot.
	Unread []Doc
	random *rand.Rand
}

// Random returns the tenant of a seed. Every third one has unread parts.
func Random(seed uint64) *Tenant {
	t := &Tenant{random: rand.New(rand.NewPCG(seed, 1))}
	for i := range 4 {
		unit := Doc{"extId": fmt.Sprint("n", i), "state": t.state(), "validity": t.validity()}
		if i > 0 && t.random.IntN(3) > 0 {
			unit["parentUnitExtId"] = t.one(t.Units)
		}
		t.Units = append(t.Units, unit)
		t.Users = append(t.Users, Doc{"extId": fmt.Sprint("u", i), "userState": t.state(), "validity": t.validity(),
			"isTechnicalUser": i == 3})
		t.Roles = append(t.Roles, Doc{"extId": fmt.Sprint("r", i), "applicationExtId": fmt.Sprint("app", i%2)})
	}
	for i := range 2 {
		var members []string
		for _, role := range t.Roles {
			if t.random.IntN(2) == 0 {
				members = append(members, role.Text("extId"))
			}
		}
		t.EnterpriseRoles = append(t.EnterpriseRoles, Doc{"extId": fmt.Sprint("e", i), "roleExtIds": members})
		if i == 0 || t.random.IntN(3) > 0 {
			t.Assigned = append(t.Assigned, Doc{"applicationExtId": fmt.Sprint("app", i)})
		}
	}
	for i := range 5 {
		profile := Doc{"extId": fmt.Sprint("p", i), "userExtId": t.one(t.Users), "profileState": t.state(), "validity": t.validity()}
		if t.random.IntN(4) > 0 {
			profile["unitExtId"] = t.one(t.Units)
		}
		t.Profiles = append(t.Profiles, profile)
	}
	for i := range 6 {
		t.Grants = append(t.Grants, t.grant(fmt.Sprint("a", i)))
	}
	for i := range 3 {
		t.EnterpriseGrants = append(t.EnterpriseGrants, Doc{"extId": fmt.Sprint("ea", i), "profileExtId": t.one(t.Profiles),
			"enterpriseRoleExtId": t.one(t.EnterpriseRoles), "validity": t.validity()})
	}
	if seed%3 == 0 {
		t.hide()
	}
	return t
}

func (t *Tenant) grant(extID string) Doc {
	return Doc{"extId": extID, "profileExtId": t.one(t.Profiles), "roleExtId": t.one(t.Roles), "validity": t.validity(),
		"clientGlobal": false, "unitGlobal": t.random.IntN(3) == 0, "appGlobal": false, "enterpriseRoleGlobal": false}
}

// hide makes one part unread: a list of a profile or an enterprise role, or a single unit.
func (t *Tenant) hide() {
	switch t.random.IntN(4) {
	case 0:
		t.unread("authorization", "", t.one(t.Profiles))
	case 1:
		t.unread("enterprise_authorization", "", t.one(t.Profiles))
	case 2:
		t.unread("enterprise_role_member", "", t.one(t.EnterpriseRoles))
	default:
		t.unread("unit", t.one(t.Units), "")
	}
}

func (t *Tenant) unread(kind, extID, owner string) {
	t.Unread = append(t.Unread, Doc{"type": kind, "clientExtId": "c", "extId": extID, "ownerExtId": owner})
	owned := func(field string) func(Doc) bool { return func(d Doc) bool { return d[field] == owner } }
	switch kind {
	case "authorization":
		t.Grants = slices.DeleteFunc(t.Grants, owned("profileExtId"))
	case "enterprise_authorization":
		t.EnterpriseGrants = slices.DeleteFunc(t.EnterpriseGrants, owned("profileExtId"))
	case "enterprise_role_member":
		Find(t.EnterpriseRoles, owner)["roleExtIds"] = []string{}
	}
}

func (t *Tenant) one(of []Doc) string { return of[t.random.IntN(len(of))].Text("extId") }

func (t *Tenant) validity() Doc {
	switch t.random.IntN(6) {
	case 0:
		return Doc{"to": past}
	case 1:
		return Doc{"from": future}
	case 2:
		return Doc{"from": past, "to": future}
	}
	return Doc{}
}

func (t *Tenant) state() string {
	if t.random.IntN(5) == 0 {
		return "disabled"
	}
	return "active"
}

// Changed returns the tenant after a few changes: moved units or profiles, changed states, and
// added, removed or moved grants.
func (t *Tenant) Changed() *Tenant {
	next := &Tenant{copied(t.Units), copied(t.Users), copied(t.Profiles), t.Roles, copied(t.EnterpriseRoles), copied(t.Grants),
		copied(t.EnterpriseGrants), t.Assigned, t.Unread, t.random}
	pick := func(of []Doc) Doc { return of[t.random.IntN(len(of))] }
	for range 1 + t.random.IntN(3) {
		switch t.random.IntN(7) {
		case 0:
			pick(next.Profiles)["unitExtId"] = t.one(t.Units)
		case 1:
			pick(next.Profiles)["profileState"] = t.state()
		case 2:
			pick(next.Users)["userState"] = t.state()
		case 3:
			pick(next.Units)["state"] = t.state()
		case 4:
			next.Grants = append(next.Grants, next.grant(fmt.Sprint("b", len(next.Grants))))
		case 5:
			pick(next.EnterpriseRoles)["roleExtIds"] = []string{t.one(t.Roles)}
		default:
			if len(next.Grants) > 0 {
				next.Grants = slices.Delete(next.Grants, 0, 1)
			}
		}
	}
	for _, gap := range t.Unread {
		next.Unread = nil
		next.unread(gap.Text("type"), gap.Text("extId"), gap.Text("ownerExtId"))
	}
	return next
}

func copied(all []Doc) []Doc {
	next := make([]Doc, len(all))
	for i, d := range all {
		next[i] = maps.Clone(d)
	}
	return next
}

// Seed returns the seed file of the tenant.
func (t *Tenant) Seed() []byte {
	lists := map[string][]Doc{
		"clients": {{"extId": "c"}}, "applications": {{"extId": "app0"}, {"extId": "app1"}}, "roles": t.Roles, "units": t.Units,
		"users": t.Users, "profiles": t.Profiles, "enterpriseRoles": t.EnterpriseRoles, "authorizations": t.Grants,
		"enterpriseAuthorizations": t.EnterpriseGrants, "clientApplications": t.Assigned,
	}
	for name, list := range lists {
		if name != "clients" && name != "applications" && name != "roles" {
			list = copied(list)
			for _, d := range list {
				d["clientExtId"] = "c"
			}
			lists[name] = list
		}
	}
	if t.Unread != nil {
		lists["snapshot"] = []Doc{{"clients": []string{"c"}, "unread": t.Unread}}
	}
	encoded, err := json.Marshal(lists)
	if err != nil {
		panic(err) // the docs are plain
	}
	return encoded
}

// Find returns the object with an external ID; nil if it does not exist.
func Find(all []Doc, extID string) Doc {
	for _, each := range all {
		if each.Text("extId") == extID {
			return each
		}
	}
	return nil
}
