package provider_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// If the service refuses to delete an object because of its dependents, the error names them.
func TestDependents(t *testing.T) {
	t.Parallel()
	acctest.InVirtualTime(t, dependents)
}

func dependents(t *testing.T, s *acctest.Service) {
	t.Helper()
	refused := sim.Fault{Kind: "status", Code: "errors.undeletedDependencies", Method: http.MethodDelete}
	archiving := refused
	archiving.Method, archiving.Path = http.MethodPost, "*/archive"
	s.SetFaults(t, refused, archiving)
	p := s.Protocol(t)
	for resource, test := range map[string]struct {
		identity acctest.Values
		named    string
	}{
		"idm_application":     {acctest.Values{"ext_id": "crm"}, `role crm-reader ("reader")`},
		"idm_enterprise_role": {acctest.Values{"client_ext_id": "acme", "ext_id": "er-sales"}, "acme/er-sales/crm-reader"},
		"idm_unit":            {acctest.Values{"client_ext_id": "acme", "ext_id": "acme-hq"}, `unit acme/acme-it ("IT")`},
		"idm_user":            {acctest.Values{"client_ext_id": "acme", "ext_id": "u-dev-bot"}, `credential "cred-bot"`},
	} {
		if _, diags := p.Change(t, resource, test.identity, nil); !strings.Contains(diags.String(), test.named) {
			t.Errorf("%s: %s is not named: %s", resource, test.named, diags)
		}
	}
}
