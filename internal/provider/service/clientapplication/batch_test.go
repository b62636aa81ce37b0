package clientapplication_test

import (
	"context"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const list = "GET /core/v1/clients/globex/applications"

var siblings = acctest.Siblings{
	Type: "idm_client_application", Attribute: "application_ext_id",
	Key: func(_ *acctest.Service, application string) acctest.Values { return key("globex", application) },
}

func TestClientApplication_siblingsShareOneRead(t *testing.T) {
	t.Setenv("IDM_BATCH_READS", "true")
	s := acctest.StartSimulator(t, "lower-limit")
	applications := s.MakeApplications(t, 101)
	assign(t, s, "globex", applications...)
	first, last := applications[0], applications[100]
	siblings.Read(t, s, []string{first, last}, nil, list, list)
	unassign(t, s, last)
	siblings.Read(t, s, []string{first}, []string{last}, list, list)
}

func unassign(t *testing.T, s *acctest.Service, application string) {
	t.Helper()
	if err := s.API.UnassignApplication(context.Background(), "globex", application); err != nil {
		t.Fatal(err)
	}
}

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

func TestClientApplication_eachReadSeparately(t *testing.T) {
	s := acctest.StartSimulator(t)
	t.Setenv("IDM_BATCH_READS", "false")
	assign(t, s, "globex", "hr", "billing")
	siblings.Read(t, s, []string{"hr", "billing"}, nil, list, list)
	unassign(t, s, "hr")
	siblings.Read(t, s, []string{"billing"}, []string{"hr"}, list, list)
}
