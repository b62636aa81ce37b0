package acctest

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// Loss is a way in which the answer to a write gets lost. The work was done only when Done says so.
type Loss struct {
	sim.Fault
	Done bool
}

// Sends is how often a write is sent whose first answer is lost.
func (l Loss) Sends() int {
	if l.Done {
		return 1
	}
	return 2
}

// Lost are the ways in which an answer gets lost. None asks for a real wait.
var Lost = []Loss{
	{sim.Fault{Kind: "drop-before"}, false},
	{sim.Fault{Kind: "drop-after"}, true},
	{sim.Fault{Kind: "truncated-body"}, true},
	{sim.Fault{Kind: "status", Status: 500}, false},
	{sim.Fault{Kind: "status", Status: 502}, false},
	{sim.Fault{Kind: "status", Status: 503, RetryAfter: "0"}, false},
	{sim.Fault{Kind: "status", Status: 504}, false},
	{sim.Fault{Kind: "status", Status: 429, RetryAfter: "0"}, false},
	{sim.Fault{Kind: "html"}, false},
}

// LoseEach loses an answer of each create of a chain, one after the other, each in another of the
// ways of Lost. A create takes a number of requests, of which it loses the answer to the last. The
// path is that of the creates. It returns how many requests they take together when each is sent
// again just where the work was not done.
func (s *Service) LoseEach(t testing.TB, path string, requests int) int {
	t.Helper()
	faults, passed := make([]sim.Fault, len(Lost)), 0
	for i, way := range Lost {
		faults[i] = way.Fault
		faults[i].Method, faults[i].Path, faults[i].Count = "POST", path, 1
		faults[i].Skip = passed + requests - 1
		passed += requests
		if !way.Done {
			passed += requests
		}
	}
	if err := s.Sim.SetFaults(faults...); err != nil {
		t.Fatal(err)
	}
	return passed
}

// Lose sets faults for the creates at a path.
func (s *Service) Lose(t testing.TB, path string, faults ...sim.Fault) {
	t.Helper()
	for i := range faults {
		faults[i].Method, faults[i].Path = "POST", path
	}
	if err := s.Sim.SetFaults(faults...); err != nil {
		t.Fatal(err)
	}
}
