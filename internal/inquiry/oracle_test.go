package inquiry_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/facts"
	"github.com/identity-iac/terraform-provider-idm/internal/inquiry"
)

// tenants is the number of random tenants that the answers are compared for.
const tenants = 1000

var (
	now    = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	past   = now.Add(-48 * time.Hour).Format(time.RFC3339)
	future = now.Add(48 * time.Hour).Format(time.RFC3339)
)

type doc = map[string]any

// random is a small tenant with disabled, expired, future, moved, global and unassigned parts.
type random struct {
	*rand.Rand
	units, users, profiles, roles, enterpriseRoles, grants, enterpriseGrants, assigned []doc
}

func (r *random) one(of []doc) any { return of[r.IntN(len(of))]["extId"] }

func (r *random) validity() doc {
	switch r.IntN(6) {
	case 0:
		return doc{"to": past}
	case 1:
		return doc{"from": future}
	case 2:
		return doc{"from": past, "to": future}
	}
	return doc{}
}

func (r *random) state() string {
	if r.IntN(5) == 0 {
		return "disabled"
	}
	return "active"
}

func newRandom(seed uint64) *random {
	r := &random{Rand: rand.New(rand.NewPCG(seed, 1))}
	for i := range 4 {
		unit := doc{"clientExtId": "c", "extId": fmt.Sprint("n", i), "state": r.state(), "validity": r.validity()}
		if i > 0 && r.IntN(3) > 0 {
			unit["parentUnitExtId"] = r.one(r.units)
		}
		r.units = append(r.units, unit)
		r.users = append(r.users, doc{"clientExtId": "c", "extId": fmt.Sprint("u", i), "userState": r.state(), "validity": r.validity()})
		r.roles = append(r.roles, doc{"extId": fmt.Sprint("r", i), "applicationExtId": fmt.Sprint("app", i%2)})
	}
	for i := range 2 {
		var members []any
		for _, role := range r.roles {
			if r.IntN(2) == 0 {
				members = append(members, role["extId"])
			}
		}
		r.enterpriseRoles = append(r.enterpriseRoles, doc{"clientExtId": "c", "extId": fmt.Sprint("e", i), "roleExtIds": members})
		if i == 0 || r.IntN(3) > 0 {
			r.assigned = append(r.assigned, doc{"clientExtId": "c", "applicationExtId": fmt.Sprint("app", i)})
		}
	}
	for i := range 5 {
		profile := doc{"clientExtId": "c", "extId": fmt.Sprint("p", i), "userExtId": r.one(r.users), "profileState": r.state(),
			"validity": r.validity()}
		if r.IntN(4) > 0 {
			profile["unitExtId"] = r.one(r.units)
		}
		r.profiles = append(r.profiles, profile)
	}
	for i := range 6 {
		r.grants = append(r.grants, doc{"clientExtId": "c", "extId": fmt.Sprint("a", i), "profileExtId": r.one(r.profiles),
			"roleExtId": r.one(r.roles), "validity": r.validity(), "unitGlobal": r.IntN(3) == 0})
	}
	for i := range 3 {
		r.enterpriseGrants = append(r.enterpriseGrants,
			doc{"clientExtId": "c", "extId": fmt.Sprint("ea", i), "profileExtId": r.one(r.profiles),
				"enterpriseRoleExtId": r.one(r.enterpriseRoles), "validity": r.validity()})
	}
	return r
}

func (r *random) seed(t *testing.T) []byte {
	t.Helper()
	encoded, err := json.Marshal(doc{
		"clients": []doc{{"extId": "c"}}, "applications": []doc{{"extId": "app0"}, {"extId": "app1"}}, "roles": r.roles, "units": r.units,
		"users": r.users, "profiles": r.profiles, "enterpriseRoles": r.enterpriseRoles, "authorizations": r.grants,
		"enterpriseAuthorizations": r.enterpriseGrants, "clientApplications": r.assigned,
	})
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

func find(all []doc, extID any) doc {
	for _, each := range all {
		if each["extId"] == extID {
			return each
		}
	}
	return nil
}

// effective decides as a person would: look at everything on the path, one after the other.
func (r *random) effective(grant doc, role any) bool {
	profile := find(r.profiles, grant["profileExtId"])
	parts := []doc{grant, profile, find(r.users, profile["userExtId"])}
	for unit := find(r.units, profile["unitExtId"]); unit != nil; unit = find(r.units, unit["parentUnitExtId"]) {
		parts = append(parts, unit)
	}
	for _, part := range parts {
		validity := part["validity"].(doc)
		if validity["to"] == past || validity["from"] == future {
			return false
		}
		for _, name := range []string{"state", "userState", "profileState"} {
			if part[name] == "disabled" {
				return false
			}
		}
	}
	return role == nil || slices.ContainsFunc(r.assigned, func(a doc) bool {
		return a["applicationExtId"] == find(r.roles,
			role)["applicationExtId"]
	})
}

// path is one row, as the oracle and the answers have it.
type path struct{ user, role, through, grant, effective string }

// paths are all paths of the tenant, by nested loops.
func (r *random) paths() map[path]bool {
	found := map[path]bool{}
	add := func(grant doc, role, through any) {
		user := find(r.profiles, grant["profileExtId"])["userExtId"]
		effective := inquiry.No
		if known := find(r.roles, role); r.effective(grant, known["extId"]) {
			effective = inquiry.Yes
		}
		found[path{fmt.Sprint(user), fmt.Sprint(role), fmt.Sprint(through), fmt.Sprint(grant["extId"]), effective}] = true
	}
	for _, g := range r.grants {
		add(g, g["roleExtId"], "")
	}
	for _, g := range r.enterpriseGrants {
		add(g, g["enterpriseRoleExtId"], "")
		for _, member := range find(r.enterpriseRoles, g["enterpriseRoleExtId"])["roleExtIds"].([]any) {
			add(g, member, g["enterpriseRoleExtId"])
		}
	}
	return found
}

func pathsOf(a *inquiry.Answer) map[path]bool {
	found := map[path]bool{}
	for _, row := range a.Rows {
		found[path{row.UserExtID, row.RoleExtID, row.Through, row.GrantExtID, row.Effective}] = true
	}
	return found
}

func only(all map[path]bool, match func(path) bool) map[path]bool {
	some := map[path]bool{}
	for p := range all {
		if match(p) {
			some[p] = true
		}
	}
	return some
}

func TestAnswers_oracle(t *testing.T) {
	for seed := range uint64(tenants) {
		r := newRandom(seed)
		read, err := facts.Read(r.seed(t), "")
		if err != nil {
			t.Fatal(err)
		}
		asker, want := inquiry.New(read, "test", "", now), r.paths()
		compare := func(question string, answer *inquiry.Answer, err error, want map[path]bool) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			if got := pathsOf(answer); !maps.Equal(got, want) {
				t.Fatalf("seed %d, %s:\n%v\nwant\n%v", seed, question, got, want)
			}
		}
		compare("all", asker.All(), nil, want)
		for _, user := range r.users {
			name := fmt.Sprint(user["extId"])
			answer, err := asker.Of(name)
			compare("of "+name, answer, err, only(want, func(p path) bool { return p.user == name }))
			answer, err = asker.Explain(name, "r1")
			compare("explain "+name, answer, err, only(want, func(p path) bool { return p.user == name && p.role == "r1" }))
		}
		for _, role := range slices.Concat(r.roles, r.enterpriseRoles) {
			name := fmt.Sprint(role["extId"])
			answer, err := asker.Who(name)
			compare("who "+name, answer, err, only(want, func(p path) bool { return p.role == name }))
		}
		answer, err := asker.Who("app1")
		compare("who app1", answer, err, only(want, func(p path) bool { return find(r.roles, p.role)["applicationExtId"] == "app1" }))
		compare("global", asker.Global(), nil, only(want, func(p path) bool { return find(r.grants, p.grant)["unitGlobal"] == true }))
	}
}
