package authorization_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

var grants = acctest.Grants{
	Type: "idm_authorization", Role: "role_ext_id", Path: "authorizations",
	MakeRoles: (*acctest.Service).MakeRoles,
	Create: func(s *acctest.Service, profile, role string) (string, error) {
		return s.API.CreateAuthorization(context.Background(), s.Client, profile, idm.AuthorizationInput{RoleExtID: idm.Set(role)})
	},
	Remote: func(s *acctest.Service, profile string) (map[string]string, error) {
		found := map[string]string{}
		for a, err := range s.API.Authorizations(context.Background(), s.Client, profile) {
			if err != nil {
				return nil, err
			}
			found[a.RoleExtID] = a.ExtID
		}
		return found, nil
	},
	SetEnd: func(s *acctest.Service, profile, extID, to string) error {
		patch := idm.AuthorizationInput{Validity: &idm.ValidityPatch{To: idm.Set(to)}}
		_, err := s.API.UpdateAuthorization(context.Background(), s.Client, profile, extID, patch)
		return err
	},
}

func TestAuthorization_createLostResponse(t *testing.T) {
	for quirk, requests := range map[string]int{"slash-strict": 1, "server-ext-ids": 1, "no-authorization-ext-id": 2} {
		grants.LoseResponses(t, quirk, requests)
	}
}

func TestAuthorization_createLostResponseExistingGrant(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "server-ext-ids")
	grants.LoseResponseOfExistingGrant(t, s, s.OtherRole)
}

// An update keeps concurrent changes of the validity; the next plan shows them.
func TestAuthorization_changedConcurrently(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.AuthorizationExtIDs)
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
				remote(s, id, func(a idm.Authorization) error {
					return acctest.Equal(idm.Validity{From: "2028-01-01T00:00:00Z", To: "2035-01-01T00:00:00Z"}, a.Validity)
				}),
				resource.TestCheckResourceAttr(address, "validity.to", "2030-01-01T00:00:00Z"),
			),
		),
	)
}

func TestAuthorization_changedRepeatedly(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.AuthorizationExtIDs)
	id := s.ID("grant")
	grants.ChangeAgainAndAgain(t, s, id, func(validity string) string { return config(s, id, validity) })
}
