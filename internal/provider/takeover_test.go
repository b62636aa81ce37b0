package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A replacement without a refresh revokes only what the state holds. An element that was added
// elsewhere does not prevent its create, after which the owner would have lost its declared
// elements: it stays, and the next plan shows its removal. It is the same for a tainted resource,
// for every authoritative type.
func TestTakeover_replaced(t *testing.T) {
	t.Parallel()
	for resource, of := range authoritatives(t) {
		declared, added := of.elements[0], of.elements[1]
		config := of.config(declared)
		for _, tainted := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, tainted is %t", resource, tainted), func(t *testing.T) {
				t.Parallel()
				s, i := startSet(t, resource, of)
				i.Create(t, s.Protocol(t), config)
				if err := of.add(s.API, added); err != nil {
					t.Fatal(err)
				}
				p := s.Protocol(t)
				planned, diags := i.PlanTainted(t, p, config)
				if !tainted {
					planned, _ = i.Recall(t, p, false).Plan(t, p, config)
					diags = i.PlanSuccessor(t, p, &planned)
				}
				run := s.Protocol(t)
				diags = append(diags, i.Apply(t, run, planned.Destroy())...)
				planned, more := i.Plan(t, run, config)
				diags = append(append(diags, more...), i.Apply(t, run, planned)...)
				if diags.HasError() || !strings.Contains(diags.String(), "Undeclared elements exist") {
					t.Fatal(diags)
				}
				p = s.Protocol(t)
				i.Refresh(t, p)
				of.expectSet(t, s, i, declared, added)
				if planned, diags = i.Plan(t, p, config); planned.Empty || diags.HasError() {
					t.Error(planned.Values, diags)
				}
				if diags := i.Apply(t, p, planned); diags.HasError() {
					t.Error(diags)
				}
				of.expectSet(t, s, i, declared)
			})
		}
	}
}

func TestTakeover_hostileID(t *testing.T) { acctest.Script(t, nil) }
