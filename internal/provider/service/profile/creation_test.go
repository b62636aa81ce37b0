package profile_test

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const creates = "*/profiles"

// remarked returns the number of the user's profiles with a remark.
func remarked(t *testing.T, s *acctest.Service, remark string) int {
	t.Helper()
	n := 0
	for profile, err := range idm.ProfileOps.List(context.Background(), s.API, idm.Under(s.Client, s.User)) {
		if err != nil {
			t.Fatal(err)
		}
		if profile.Remarks == remark {
			n++
		}
	}
	return n
}

func TestProfile_createLostResponseServerAssignedID(t *testing.T) {
	for _, kind := range []string{"status", "drop-after", "truncated-body"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, "server-ext-ids")
			s.Test(t, s.Step(`resource "idm_profile" "test" {
  user_ext_id = "u-ben"
  remarks     = "lost"
}`, acctest.Before(func() { s.Lose(t, creates, sim.Fault{Kind: kind, Count: 1}) }), acctest.Check(func(*terraform.State) error {
				return acctest.Equal(1, remarked(t, s, "lost"))
			})))
		})
	}
}
