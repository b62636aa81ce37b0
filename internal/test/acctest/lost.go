package acctest

import (
	"net/http"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// Loss is a way to lose the response to a write. Done reports whether the service carried out the
// write.
type Loss struct {
	sim.Fault
	Done bool
}

// Sends returns how often a write is sent if its first response is lost.
func (l Loss) Sends() int {
	if l.Done {
		return 1
	}
	return 2
}

// Lost lists the ways to lose a response. They do not delay the test.
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

// LoseEach loses one response for each create of a chain, each in a different way of Lost. A create
// sends the given number of requests and loses the response to the last one. path is the path of
// the creates. LoseEach returns the expected number of requests if a create is retried only when
// the service did not carry it out.
func (s *Service) LoseEach(t testing.TB, path string, requests int) int {
	t.Helper()
	faults, passed := make([]sim.Fault, len(Lost)), 0
	for i, way := range Lost {
		faults[i] = way.Fault
		faults[i].Method, faults[i].Path, faults[i].Count = "POST", path, 1
		faults[i].Skip = passed + requests - 1
		passed += requests
		switch {
		case way.Done:
		case way.Status == http.StatusTooManyRequests:
			passed++ // The request alone is sent again: it was not carried out.
		default:
			passed += requests
		}
	}
	s.SetFaults(t, faults...)
	return passed
}

// Lose sets faults for the creates at a path.
func (s *Service) Lose(t testing.TB, path string, faults ...sim.Fault) {
	t.Helper()
	for i := range faults {
		faults[i].Method, faults[i].Path = "POST", path
	}
	s.SetFaults(t, faults...)
}

// SetFaults replaces the faults of the simulator.
func (s *Service) SetFaults(t testing.TB, faults ...sim.Fault) {
	t.Helper()
	if err := s.Sim.SetFaults(faults...); err != nil {
		t.Fatal(err)
	}
}
