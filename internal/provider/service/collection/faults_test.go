package collection_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// three returns elements with a property each.
func (k kind) three() acctest.Values {
	all := acctest.Values{}
	for _, key := range []string{"a", "b", "c"} {
		all[key] = k.element(key, "properties", acctest.Values{k.properties: key})
	}
	return all
}

// creates counts the creates of objects that the service accepted.
func (k kind) creates(s *acctest.Service) (count int) {
	for _, line := range s.Writes() {
		if strings.HasPrefix(line, "POST ") && strings.Contains(line, "/"+k.path) {
			count++
		}
	}
	return count
}

// An apply may end at any request without a state: the next plan names what exists, and one apply
// with adopt completes it, without a second object.
func TestCollections_killed(t *testing.T) {
	each(t, func(t *testing.T, k kind, _ *acctest.Service) {
		for _, method := range []string{"POST", "PATCH"} {
			for sent := range 3 {
				s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
				lost := k.of(s, k.three())
				p := s.Protocol(t)
				planned, diags := lost.Plan(t, p, lost.config())
				if diags.HasError() {
					t.Fatal(diags)
				}
				// Nothing after the end of the process reaches the service.
				if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Method: method, Status: 403, Skip: sent}); err != nil {
					t.Fatal(err)
				}
				lost.Apply(t, p, planned)
				if err := s.Sim.SetFaults(); err != nil {
					t.Fatal(err)
				}
				exist := 0
				for key := range lost.elements {
					if k.remote(t, s, key, "extId") != "-" {
						exist++
					}
				}
				c := k.of(s, k.three())
				if diags := c.apply(t); exist > 0 && !strings.Contains(diags.String(), "adopt = [") {
					t.Errorf("%s after %d: %d objects were adopted silently: %v", method, sent, exist, diags)
				}
				c.more = acctest.Values{"adopt": []any{"*"}}
				s.ClearRequests()
				if diags := c.apply(t); diags.HasError() {
					t.Errorf("%s after %d: %v", method, sent, diags)
				}
				if made := k.creates(s); made > 3-exist {
					t.Errorf("%s after %d: %d creates with %d existing objects", method, sent, made, exist)
				}
				c.more = nil
				if diags := c.apply(t); diags.HasError() {
					t.Error(diags)
				}
				c.settled(t)
			}
		}
	})
}

// A lost response to any write makes no second object, and is no error.
func TestCollections_lostResponse(t *testing.T) {
	each(t, func(t *testing.T, k kind, _ *acctest.Service) {
		for _, method := range []string{"POST", "PATCH", "DELETE"} {
			for sent := range 3 {
				s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
				c, p := k.of(s, k.three()), s.Protocol(t)
				if method == "DELETE" {
					c.Create(t, p, c.config())
					c.elements = acctest.Values{}
				}
				planned, diags := c.Plan(t, p, c.config())
				if diags.HasError() {
					t.Fatal(diags)
				}
				if err := s.Sim.SetFaults(sim.Fault{Kind: "drop-after", Method: method, Skip: sent, Count: 1}); err != nil {
					t.Fatal(err)
				}
				if diags := c.Apply(t, p, planned); diags.HasError() {
					t.Errorf("%s %d: %v", method, sent, diags)
				}
				c.settled(t)
			}
		}
	})
}

// Another writer's change to one element after the plan is a conflict of that element alone.
func TestCollections_conflict(t *testing.T) {
	each(t, func(t *testing.T, k kind, s *acctest.Service) {
		c, p := k.create(t, s, k.elements("a", "b", "c")), s.Protocol(t)
		for _, key := range []string{"a", "b", "c"} {
			c.elements[key] = k.element(key, k.text, "ours")
		}
		diags := c.ApplyConcurrently(t, p, c.config(), func() {
			status, body := s.Send(t, "PATCH", "/core/v1/"+s.Client+"/"+k.path+"/b", fmt.Sprintf(`{%q:"theirs","version":%s}`, k.text,
				k.remote(t, s, "b", "version")))
			if status >= 300 {
				t.Fatal(status, body)
			}
		})
		if !diags.HasError() || !strings.Contains(diags.String(), `"b"`) || !strings.Contains(diags.String(), "theirs") {
			t.Error(diags)
		}
		for key, want := range map[string]string{"a": "ours", "b": "theirs", "c": "ours"} {
			if got := k.remote(t, s, key, k.text); got != want {
				t.Errorf("%s has %q", key, got)
			}
		}
		if diags := c.apply(t); diags.HasError() || k.remote(t, s, "b", k.text) != "ours" {
			t.Error(diags)
		}
		c.settled(t)
	})
}
