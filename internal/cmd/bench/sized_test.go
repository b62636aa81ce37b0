package main

import (
	"encoding/json"
	"slices"
	"testing"
)

func TestNewSized(t *testing.T) {
	for n, want := range map[int]struct{ applications, departments, teams, profiles int }{
		60:     {9, 1, 2, 6},
		200:    {6, 1, 9, 23},
		820:    {11, 1, 40, 96},
		840:    {6, 2, 40, 99},
		10_000: {4, 13, 487, 1187},
	} {
		tenant, err := newSized(n)
		if err != nil {
			t.Fatal(err)
		}
		got := struct{ applications, departments, teams, profiles int }{
			len(tenant.Applications), len(tenant.Departments), len(tenant.Teams), tenant.Profiles(),
		}
		if got != want {
			t.Errorf("%d objects: %+v, want %+v", n, got, want)
		}
		if declared := tenant.Objects(); declared != n {
			t.Errorf("%d objects were asked for, and there are %d", n, declared)
		}
		if declared := tenant.whole.Objects(); declared != n {
			t.Errorf("%d objects were asked for, and the whole tenant has %d", n, declared)
		}
	}
}

func TestNewSized_bounds(t *testing.T) {
	for _, n := range []int{-1, 0, smallestTenant - 1, largestTenant + 1} {
		if _, err := newSized(n); err == nil {
			t.Errorf("%d objects were accepted", n)
		}
	}
}

func TestNewSized_members(t *testing.T) {
	tenant, err := newSized(2000)
	if err != nil {
		t.Fatal(err)
	}
	users, perDepartment := map[string]bool{}, map[string]int{}
	for _, team := range tenant.Teams {
		perDepartment[team.Department]++
		for profile, m := range team.Members {
			if roles := slices.Compact(slices.Sorted(slices.Values(m.Roles))); len(roles) != rolesPerProfile {
				t.Errorf("%s has the roles %v", profile, m.Roles)
			}
			users[m.User] = true
		}
	}
	if len(users) != tenant.Profiles() {
		t.Errorf("%d profiles of %d users", tenant.Profiles(), len(users))
	}
	for department, count := range perDepartment {
		if count > children {
			t.Errorf("%s has %d children", department, count)
		}
	}
}

// The simulator checks the references of its seed during the benchmark.
func TestSized_seed(t *testing.T) {
	tenant, err := newSized(200)
	if err != nil {
		t.Fatal(err)
	}
	content, err := tenant.Seed("token", []string{"ours", "bare"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var arrays map[string][]map[string]any
	if err := json.Unmarshal(content, &arrays); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"callers": 1, "clients": 2, "applications": 6, "roles": 8, "enterpriseRoles": 6, "users": 46}
	for array, count := range want {
		if len(arrays[array]) != count {
			t.Errorf("%s: %d, want %d", array, len(arrays[array]), count)
		}
	}
	if len(arrays) != len(want) {
		t.Errorf("there are %d arrays", len(arrays))
	}
}
