package service_test

import (
	"context"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

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
