package clientapplication_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// An application that the shared list lacks is looked up in a new list, so that a concurrent
// assignment is not reported as removed.
func TestClientApplication_assignedConcurrently(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	assign(t, s, "globex", "hr")
	p := s.Protocol(t)
	if object, _, diags := p.Import(t, "idm_client_application", key("globex", "hr")); object == nil || len(diags) > 0 {
		t.Fatal(object, diags)
	}
	assign(t, s, "globex", "billing")
	if object, _, diags := p.Import(t, "idm_client_application", key("globex", "billing")); object == nil || len(diags) > 0 {
		t.Error("called gone: ", diags)
	}
}

func TestClientApplication_callerWhoMayNotList(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	assign(t, s, "globex", "hr")
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 403, Method: "GET", Path: "*/applications*"}); err != nil {
		t.Fatal(err)
	}
	object, _, diags := s.Protocol(t).Import(t, "idm_client_application", key("globex", "hr"))
	if !strings.Contains(diags.String(), "403") {
		t.Errorf("a failed list does not show whether an assignment exists: %v, %v", object, diags)
	}
}
