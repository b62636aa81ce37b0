package enterpriseauthorization_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

var grants = acctest.Grants{
	Type: "idm_enterprise_authorization", Role: "enterprise_role_ext_id", Path: "eauthorizations",
	MakeRoles: (*acctest.Service).MakeEnterpriseRoles,
	Create: func(s *acctest.Service, profile, role string) (string, error) {
		return s.API.CreateEnterpriseAuthorization(context.Background(), s.Client, profile,
			idm.EnterpriseAuthorizationCreate{EnterpriseRoleExtID: role})
	},
	Remote: func(s *acctest.Service, profile string) (map[string]string, error) {
		found := map[string]string{}
		for a, err := range s.API.EnterpriseAuthorizations(context.Background(), s.Client, profile) {
			if err != nil {
				return nil, err
			}
			found[a.EnterpriseRoleExtID] = a.ExtID
		}
		return found, nil
	},
	SetEnd: func(s *acctest.Service, profile, extID, to string) error {
		patch := idm.EnterpriseAuthorizationPatch{Validity: &idm.ValidityPatch{To: idm.Set(to)}}
		_, err := s.API.UpdateEnterpriseAuthorization(context.Background(), s.Client, profile, extID, patch)
		return err
	},
}

func TestEnterpriseAuthorization_createLostResponse(t *testing.T) {
	for quirk, requests := range map[string]int{"slash-strict": 1, "server-ext-ids": 1} {
		grants.LoseResponses(t, quirk, requests)
	}
}

func TestEnterpriseAuthorization_createLostResponseExistingGrant(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "server-ext-ids")
	grants.LoseResponseOfExistingGrant(t, s, s.OtherEnterpriseRole)
}

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
				if err := grants.SetEnd(s, s.ID("profile"), id, "2035-01-01T00:00:00Z"); err != nil {
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

func TestEnterpriseAuthorization_changedRepeatedly(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	id := s.ID("grant")
	grants.ChangeAgainAndAgain(t, s, id, func(validity string) string { return config(s, id, validity) })
}
