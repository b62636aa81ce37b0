package clientapplication_test

import (
	"context"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// assign assigns applications to a client outside of Terraform.
func assign(t *testing.T, s *acctest.Service, client string, applications ...string) {
	t.Helper()
	for _, application := range applications {
		if err := s.API.AssignApplication(context.Background(), client, application); err != nil {
			t.Fatal(err)
		}
	}
}

func key(client, application string) acctest.Values {
	return acctest.Values{"client_ext_id": client, "application_ext_id": application}
}

func TestClientApplicationList(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	listed, diags := p.List(t, "idm_client_application", acctest.Values{}, false, 0)
	want := []acctest.Listed{{DisplayName: "CRM", Identity: key("acme", "crm")}, {DisplayName: "Wiki", Identity: key("acme", "wiki")}}
	if err := acctest.Equal(want, listed); err != nil || len(diags) > 0 {
		t.Error(err, diags)
	}
	assign(t, s, "globex", "hr", "billing")
	listed, diags = p.List(t, "idm_client_application", acctest.Values{"client_ext_id": "globex"}, true, 1)
	resource := acctest.Values{"id": "globex/billing", "client_ext_id": "globex", "application_ext_id": "billing"}
	if err := acctest.Equal([]acctest.Listed{{DisplayName: "Billing", Identity: key("globex", "billing"), Resource: resource}},
		listed); err != nil || len(diags) > 0 {
		t.Error(err, diags)
	}
	_, diags = p.List(t, "idm_client_application", acctest.Values{"client_ext_id": "nobody"}, false, 0)
	if !strings.Contains(diags.String(), "Could not list client application") || !strings.Contains(diags.String(), "errors.noRecord") {
		t.Errorf("unknown client: %v", diags)
	}
}

func TestClientApplicationList_errorOnALaterPage(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "lower-limit")
	assign(t, s, "globex", s.MakeApplications(t, 120)...)
	acctest.LaterPageFails(t, s, "idm_client_application", acctest.Values{"client_ext_id": "globex"}, "*/applications*")
}
