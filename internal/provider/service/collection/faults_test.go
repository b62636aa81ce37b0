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
	scripts(t)
}

// failures are the ways in which a write can fail.
func failures() []sim.Fault {
	all := []sim.Fault{{Kind: "drop-before"}, {Kind: "drop-after"}, {Kind: "truncated-body"}, {Kind: "html", Status: 502}, {Kind: "html"},
		{Kind: "status", Code: "errors.optimisticLockingFailure"}}
	for _, status := range []int{400, 401, 403, 404, 409, 412, 422, 429, 500, 502, 503, 504} {
		all = append(all, sim.Fault{Kind: "status", Status: status})
	}
	return all
}

// If the write of one element fails in any way, all others are done, the state has what the service
// has, and the next apply does the rest.
func TestCollections_oneFails(t *testing.T) {
	t.Parallel()
	for name, k := range kinds {
		for _, method := range []string{"POST", "PATCH", "DELETE"} {
			for _, fault := range failures() {
				t.Run(fmt.Sprint(name, " ", method, " ", fault.Kind, " ", fault.Status, fault.Code), func(t *testing.T) {
					t.Parallel()
					fault.Method, fault.Skip, fault.Count = method, 1, 1
					acctest.InVirtualTime(t, func(t *testing.T, s *acctest.Service) { k.oneFails(t, s, fault) }, acctest.ExtIDs)
				})
			}
		}
	}
}

func (k kind) oneFails(t *testing.T, s *acctest.Service, fault sim.Fault) {
	few, all := k.elements("z"), k.elements("a", "b", "c", "z")
	before, after := map[string]acctest.Values{"POST": few, "PATCH": all, "DELETE": all}[fault.Method], all
	switch fault.Method {
	case "DELETE":
		after = few
	case "PATCH":
		after = k.elements("z")
		for _, key := range []string{"a", "b", "c"} {
			after[key] = k.element(key, k.text, "ours")
		}
	}
	c, p := k.create(t, s, before), s.Protocol(t)
	c.elements = after
	planned, diags := c.Plan(t, p, c.config())
	if diags.HasError() {
		t.Fatal(diags)
	}
	if err := s.Sim.SetFaults(fault); err != nil {
		t.Fatal(err)
	}
	diags = c.Apply(t, p, planned)
	if err := s.Sim.SetFaults(); err != nil {
		t.Fatal(err)
	}
	done := 0
	for _, key := range []string{"a", "b", "c"} {
		if k.remote(t, s, key, k.text) == map[string]string{"POST": "", "PATCH": "ours", "DELETE": "-"}[fault.Method] {
			done++
		}
	}
	least := 2
	if fault.Status == 401 {
		least = 1 // The run sends nothing with a refused login.
	}
	if done < least || done < 3 && !diags.HasError() {
		t.Errorf("%d of 3 are done: %v", done, diags)
	}
	recorded := c.Values
	if diags := c.Refresh(t, s.Protocol(t)); diags.HasError() {
		t.Error(diags)
	}
	if err := acctest.Equal(recorded, c.Values); err != nil {
		t.Error("the state was not exact: ", err)
	}
	if diags := c.apply(t); diags.HasError() {
		t.Error(diags)
	}
	c.settled(t)
}
