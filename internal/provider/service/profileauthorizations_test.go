package service_test

import (
	"context"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// startGrants creates the profile outside of Terraform.
func startGrants(t *testing.T, needs ...acctest.Need) *acctest.Service {
	t.Helper()
	s := acctest.Start(t, append(needs, acctest.Simulator, acctest.ExtIDs)...)
	if _, err := idm.ProfileWrites.Create(context.Background(), s.API, idm.Under(s.Client, s.User),
		idm.ProfileInput{ExtID: idm.Set(s.ID("profile"))}); err != nil {
		t.Fatal(err)
	}
	return s
}

// grant grants a role manually.
func grant(t *testing.T, s *acctest.Service, body idm.AuthorizationInput) {
	t.Helper()
	role, _ := body.RoleExtID.Value()
	body.ExtID = idm.Set(s.ID(role))
	if _, err := idm.AuthorizationWrites.Create(context.Background(), s.API, idm.Under(s.Client, s.ID("profile")), body); err != nil {
		t.Error(err)
	}
}

// found returns the authorizations in the service by their roles.
func found(s *acctest.Service) (map[string]idm.Authorization, error) {
	byRole := map[string]idm.Authorization{}
	for a, err := range idm.AuthorizationOps.List(context.Background(), s.API, idm.Under(s.Client, s.ID("profile"))) {
		if err != nil {
			return nil, err
		}
		byRole[a.RoleExtID] = a
	}
	return byRole, nil
}

// holdsRoles checks which roles the profile has.
func holdsRoles(s *acctest.Service, want ...string) resource.TestCheckFunc {
	return acctest.Remote(func() (map[string]idm.Authorization, error) { return found(s) },
		func(byRole map[string]idm.Authorization) error {
			got := []string{}
			for role := range byRole {
				got = append(got, role)
			}
			slices.Sort(got)
			return acctest.Equal(append([]string{}, want...), got)
		})
}
