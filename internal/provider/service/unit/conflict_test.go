package unit_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// theirs changes a unit outside of Terraform.
func theirs(t *testing.T, s *acctest.Service, extID string, patch idm.UnitInput) func() {
	return func() {
		if _, err := idm.UnitWrites.Update(context.Background(), s.API, idm.In(s.Client), extID, 0, patch); err != nil {
			t.Error(err)
		}
	}
}

// An update without a refresh still detects a concurrent change that an earlier apply kept.
func TestUnit_changedConcurrentlyAndNotRefreshed(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	id := s.ID("unit")
	with := func(name, location string) string {
		return config(id, minimal+fmt.Sprintf("\n  name     = %q\n  location = %q\n", name, location))
	}
	rings.Test(t)
	resource.UnitTest(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		AdditionalCLIOptions:     &resource.AdditionalCLIOptions{Plan: resource.PlanOptions{NoRefresh: true}},
		Steps: []resource.TestStep{
			s.Apply(with("a", "Basel")),
			s.Step(with("b", "Basel"),
				acctest.ChangedConcurrently(theirs(t, s, id, idm.UnitInput{Location: idm.Set("Chur")}))),
			s.Fails(with("b", "Bern"), `location "Basel" "Chur" "Bern"`),
		},
	})
}
