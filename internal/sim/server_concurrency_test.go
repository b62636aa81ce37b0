package sim_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// Concurrent calls neither lose a change nor see a partial one.
func TestConcurrency(t *testing.T) {
	s := start(t)
	var wg sync.WaitGroup
	for worker := range 6 {
		wg.Go(func() {
			for i := range 10 {
				unit := fmt.Sprintf(`{"extId":"w%d-%d","parentUnitExtId":"acme-hq","profileless":false}`, worker, i)
				for _, call := range [][2]string{
					{"POST acme/units/", unit},
					{"PATCH acme/units/acme-it", `{"location":"x"}`},
					{"GET acme/units/acme-hq/children", ""},
					{"PATCH acme/units/acme-it/properties/", `{"phone":"1"}`},
					{"GET clients/acme/users", ""},
				} {
					if got, err := s.try(admin, call[0], call[1]); err != nil || got.status >= 300 {
						t.Errorf("%s: %d %s %v", call[0], got.status, got.raw, err)
					}
				}
			}
		})
	}
	wg.Wait()
	s.run(t, step{"GET acme/units/acme-it", "", 200, "", `{"version":61}`})
	children := s.send(t, admin, "GET acme/units/acme-hq/children", "")
	if n := len(strings.Fields(items(children, "extId"))); n != 61 {
		t.Errorf("%d children, want 61", n)
	}
}

// Of two changes of the same version, one succeeds and the other one is refused.
func TestConcurrency_version(t *testing.T) {
	s := start(t)
	var wg sync.WaitGroup
	answers := make([]int, 8)
	for i := range answers {
		wg.Go(func() {
			got, err := s.try(admin, "PATCH acme/units/acme-it", fmt.Sprintf(`{"version":1,"location":"%d"}`, i))
			if err != nil {
				t.Error(err)
			}
			answers[i] = got.status
		})
	}
	wg.Wait()
	won := 0
	for _, status := range answers {
		if status == 200 {
			won++
		} else if status != 409 {
			t.Errorf("responded %d", status)
		}
	}
	if won != 1 {
		t.Errorf("%d changes of the same version were accepted", won)
	}
}
