package unit_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
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

func TestUnit_createNeverAnswered(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	s.Test(t, s.Fails(config(s.ID("unit"), minimal), "503 Service Unavailable", losing(t, s, sim.Fault{Kind: "status", Status: 503})))
	if sent := s.Writes(); len(sent) != 4 {
		t.Errorf("not sent four times: %q", sent)
	}
}

func TestUnit_createdConcurrently(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	id := s.ID("unit")
	taken := func() {
		s.BeforeRequest("POST", func() {
			if _, err := s.API.CreateUnit(context.Background(), s.Client,
				idm.UnitCreate{ExtID: id, Name: "theirs", Profileless: new(false)}); err != nil {
				t.Error(err)
			}
		})
	}
	s.Test(t, s.Fails(config(id, minimal+"\n  name = \"ours\""),
		`name is "theirs" instead of "ours". If that object is yours, import it; the next plan shows the differences:`,
		losing(t, s, sim.Fault{Kind: "drop-before", Count: 1, Skip: 1}), acctest.Before(taken)))
}

// If the service chooses the IDs, a lost response leaves the result of the create unknown: a second
// unit is never created.
func TestUnit_createLosesItsAnswerAndTheServiceChoosesIDs(t *testing.T) {
	for kind, made := range map[string]int{"drop-before": 0, "drop-after": 1} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, "server-ext-ids")
			fault := sim.Fault{Kind: kind, Count: 1}
			lost := `it is not known whether the object was created. Look in the service for a new object with client_ext_id = "acme", name = "%s", profileless = false`
			unit := func(name string, arguments string) string {
				return fmt.Sprintf("resource \"idm_unit\" %q {\n  name = %q\n  profileless = false\n%s\n}\n", name, name, arguments)
			}
			s.Test(t, s.Fails(unit("first", ""), fmt.Sprintf(lost, "first"), losing(t, s, fault)))
			if n := unitsNamed(t, s, "first"); n != made {
				t.Errorf("%d units instead of %d", n, made)
			}
			// After a response of the run has shown that the service chooses the IDs, the provider does not
			// repeat the create.
			fault.Skip = 1
			s.Test(t, s.Fails(unit("known", "")+unit("second", "depends_on = [idm_unit.known]"), fmt.Sprintf(lost, "second"),
				losing(t, s, fault)))
			if n := unitsNamed(t, s, "second"); n != made {
				t.Errorf("%d units instead of %d", n, made)
			}
		})
	}
}
