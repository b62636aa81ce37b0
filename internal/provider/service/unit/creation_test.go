package unit_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const creates = "*/units/"

// unitsNamed counts the units in the service whose name has a prefix.
func unitsNamed(t *testing.T, s *acctest.Service, prefix string) int {
	t.Helper()
	var state struct {
		Units []struct {
			Name string `json:"name"`
		} `json:"units"`
	}
	if err := json.Unmarshal(s.Sim.State(), &state); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, unit := range state.Units {
		if strings.HasPrefix(unit.Name, prefix) {
			n++
		}
	}
	return n
}

// losing drops responses to the creates of a step.
func losing(t *testing.T, s *acctest.Service, faults ...sim.Fault) acctest.Option {
	return acctest.Before(func() { s.Lose(t, creates, faults...) })
}

func TestUnit_createWithoutResponse(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	down := sim.Fault{Kind: "status", Status: 503}
	s.Test(t, s.Fails(config(s.ID("unit"), minimal+"\n  name = \"ours\""), "503 Service Unavailable", losing(t, s, down)))
	if sent := s.Writes(); len(sent) != 4 {
		t.Errorf("not sent four times: %q", sent)
	}
	// Nothing identifies a unit without a name whose ID the service may have assigned.
	s.ClearRequests()
	s.Test(t, s.Fails(config(s.ID("unit"), minimal), "may have assigned another external ID", losing(t, s, down)))
	if sent := s.Writes(); len(sent) != 1 {
		t.Errorf("not sent once: %q", sent)
	}
}

func TestUnit_createdConcurrently(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// If the service chooses the IDs, a created unit is found by its name, and a second one is never
// created.
func TestUnit_createLostResponseServerAssignedID(t *testing.T) {
	for _, kind := range []string{"drop-before", "drop-after"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, "server-ext-ids")
			fault := sim.Fault{Kind: kind, Count: 1}
			unit := func(name string, arguments string) string {
				return fmt.Sprintf("resource \"idm_unit\" %q {\n  name = %q\n  profileless = false\n%s\n}\n", name, name, arguments)
			}
			s.Test(t, s.Step(unit("first", ""), losing(t, s, fault)))
			// The same after a response of the run has shown that the service chooses the IDs.
			fault.Skip = 1
			second := unit("known", "") + unit("second", "depends_on = [idm_unit.known]")
			s.Test(t, s.Step(second, losing(t, s, fault), acctest.Check(func(*terraform.State) error {
				return acctest.Equal([]int{1, 1}, []int{unitsNamed(t, s, "known"), unitsNamed(t, s, "second")})
			})))
		})
	}
}
