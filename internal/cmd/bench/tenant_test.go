package main

import (
	"encoding/json"
	"slices"
	"testing"
)

func TestNewTenant(t *testing.T) {
	for n, want := range map[int]struct{ applications, departments, teams, profiles int }{
		60:     {9, 1, 2, 6},
		200:    {6, 1, 9, 23},
		820:    {11, 1, 40, 96},
		840:    {6, 2, 40, 99},
		10_000: {4, 13, 487, 1187},
	} {
		tenant, err := newTenant(n)
		if err != nil {
			t.Fatal(err)
		}
		got := struct{ applications, departments, teams, profiles int }{
			len(tenant.Applications), len(tenant.Departments), len(tenant.Teams), tenant.profiles(),
		}
		if got != want {
			t.Errorf("%d objects: %+v, want %+v", n, got, want)
		}
		if declared := each(tenant); declared != n {
			t.Errorf("%d objects were asked for, and there are %d", n, declared)
		}
		if declared := all(tenant); declared != n {
			t.Errorf("%d objects were asked for, and the whole tenant has %d", n, declared)
		}
	}
}

func TestNewTenant_bounds(t *testing.T) {
	for _, n := range []int{-1, 0, smallestTenant - 1, largestTenant + 1} {
		if _, err := newTenant(n); err == nil {
			t.Errorf("%d objects were accepted", n)
		}
	}
}

func TestNewTenant_members(t *testing.T) {
	tenant, err := newTenant(2000)
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
	if len(users) != tenant.profiles() {
		t.Errorf("%d profiles of %d users", tenant.profiles(), len(users))
	}
	for department, count := range perDepartment {
		if count > children {
			t.Errorf("%s has %d children", department, count)
		}
	}
}

// The simulator itself checks the references of its seed, when the benchmark is run.
func TestTenant_seed(t *testing.T) {
	tenant, err := newTenant(200)
	if err != nil {
		t.Fatal(err)
	}
	content, err := tenant.seed([]column{{name: "ours"}, {name: "bare"}})
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
