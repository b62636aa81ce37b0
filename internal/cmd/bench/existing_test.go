package main

import (
	"encoding/json"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// The simulator starts with a tenant of each size, which contains the requested number of objects
// to import.
func TestExisting(t *testing.T) {
	for _, size := range []struct{ objects, tops int }{{smallestExisting(1), 1}, {smallestExisting(20), 20}, {2000, 20}, {2000, 3}} {
		content, err := existingSeed(size.objects, size.tops, "token")
		if err != nil {
			t.Fatal(err)
		}
		service, err := sim.New(sim.Options{Seed: content})
		if err != nil {
			t.Fatalf("%+v: %v", size, err)
		}
		var state map[string][]struct{ ExtID, ParentUnitExtID string }
		if err := json.Unmarshal(service.State(), &state); err != nil {
			t.Fatal(err)
		}
		// A client also has the members of its enterprise roles, in one list for each.
		count := len(state["enterpriseRoles"])
		for _, array := range []string{"clients", "applications", "clientApplications", "roles", "enterpriseRoles", "units", "profiles",
			"authorizations", "enterpriseAuthorizations", "properties"} {
			count += len(state[array])
		}
		if count != size.objects {
			t.Errorf("%+v: %d objects", size, count)
		}
		tops := 0
		for _, unit := range state["units"] {
			if unit.ParentUnitExtID == "hq" {
				tops++
			}
		}
		if tops != size.tops {
			t.Errorf("%+v: %d top units", size, tops)
		}
	}
}
