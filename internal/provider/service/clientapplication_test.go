package service_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// An application that the shared list lacks is looked up in a new list, so that a concurrent
// assignment is not reported as removed.
func TestClientApplication_assignedConcurrently(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	for _, application := range []string{"hr", "billing"} {
		if err := idm.ClientApplicationOps.Assign(t.Context(), s.API, idm.In("globex"), application); err != nil {
			t.Fatal(err)
		}
		key := acctest.Values{"client_ext_id": "globex", "application_ext_id": application}
		if object, _, diags := p.Import(t, "idm_client_application", key); object == nil || len(diags) > 0 {
			t.Error(application, diags)
		}
	}
}
