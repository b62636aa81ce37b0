package enterpriseauthorization_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// An update keeps concurrent changes of the validity; the next plan shows them.
func TestEnterpriseAuthorization_changedConcurrently(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	id := s.ID("grant")
	with := func(from, to string) string {
		return config(s, id, fmt.Sprintf("  validity = { from = \"%s-01-01T00:00:00Z\", to = \"%s-01-01T00:00:00Z\" }", from, to))
	}
	s.Test(t,
		s.Apply(with("2026", "2030")),
		s.Step(with("2028", "2030"),
			acctest.ChangedConcurrently(func() {
				patch := idm.EnterpriseAuthorizationInput{Validity: &idm.ValidityPatch{To: idm.Set("2035-01-01T00:00:00Z")}}
				if _, err := s.API.UpdateEnterpriseAuthorization(t.Context(), s.Client, s.ID("profile"), id, patch); err != nil {
					t.Error(err)
				}
			}),
			acctest.WantDrift(),
			acctest.Check(
				remote(s, id, func(a idm.EnterpriseAuthorization) error {
					return acctest.Equal(idm.Validity{From: "2028-01-01T00:00:00Z", To: "2035-01-01T00:00:00Z"}, a.Validity)
				}),
				resource.TestCheckResourceAttr(address, "validity.to", "2030-01-01T00:00:00Z"),
			),
		),
	)
}
