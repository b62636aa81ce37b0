package acctest

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// Loss is a way to lose the response to a write. Done reports whether the service performed the
// write.
type Loss struct {
	sim.Fault
	Done bool
}

// Sends is how often a write is sent whose first response is lost.
func (l Loss) Sends() int {
	if l.Done {
		return 1
	}
	return 2
}

// Lost are the ways to lose a response. None takes real time.
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

// LoseEach loses one response of each create of a chain, each in another way of Lost. A create
// takes a number of requests and loses the response to the last. The path is the path of the
// creates. LoseEach returns the number of requests if each create is sent again only when the
// service did not perform it.
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
