package service_test

import (
	"context"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// The apply refuses a destroy that no plan could refuse, such as the destroy of a tainted object.
func TestClient_deletionProtectionInTheApply(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "later-releases")
	p := s.Protocol(t)
	i := acctest.Instance{Type: "idm_client"}
	i.Create(t, p, acctest.Values{"ext_id": "new", "name": "New"})
	planned, _ := i.Plan(t, p, nil)
	if diags := i.Apply(t, p, planned); !strings.Contains(diags.String(), "deletion_protection") || i.Values == nil {
		t.Errorf("%v, %s", i.Values, diags)
	}
	if _, err := idm.ClientOps.Get(context.Background(), s.API, idm.Place{}, "new"); err != nil {
		t.Error(err)
	}
}
