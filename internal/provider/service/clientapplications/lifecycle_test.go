package clientapplications_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// config returns the applications of the client globex, which initially has none.
func config(applications ...string) string {
	for i, application := range applications {
		applications[i] = fmt.Sprintf("%q", application)
	}
	return fmt.Sprintf("resource \"idm_client_applications\" \"test\" {\n  client_ext_id       = \"globex\"\n  "+
		"application_ext_ids = [%s]\n"+
		"}\n", strings.Join(applications, ", "))
}

// assign assigns an application to the client manually.
func assign(t *testing.T, s *acctest.Service, application string) {
	t.Helper()
	if err := idm.ClientApplicationOps.Assign(context.Background(), s.API, idm.In("globex"), application); err != nil {
		t.Error(err)
	}
}

func TestClientApplications_manyPages(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "lower-limit")
	for _, application := range s.MakeApplications(t, 101) {
		assign(t, s, application)
	}
	object, identity, diags := s.Protocol(t).Import(t, "idm_client_applications", acctest.Values{"client_ext_id": "globex"})
	if applications, _ := object["application_ext_ids"].([]any); len(applications) != 101 || identity["client_ext_id"] != "globex" ||
		len(diags) > 0 {
		t.Errorf("%d applications, %v, %v", len(applications), identity, diags)
	}
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 500, Method: "GET", Path: "*/applications*", Skip: 1}); err != nil {
		t.Fatal(err)
	}
	if _, _, diags = s.Protocol(t).Import(t, "idm_client_applications",
		acctest.Values{"client_ext_id": "globex"}); !strings.Contains(diags.String(), "500") {
		t.Errorf("a short list passes for all: %v", diags)
	}
}

func TestClientApplications_refusedInThePlan(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Test(t,
		s.Refused(config(""), "An empty string is not a value here"),
		s.Refused(strings.Replace(config("hr"), `"hr"`, "null", 1), "null"),
	)
	if requests := s.Requests(); len(requests) > 0 {
		t.Errorf("sent although the plan was refused: %q", requests)
	}
}
