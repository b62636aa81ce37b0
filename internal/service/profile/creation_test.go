package profile_test

import (
	"context"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

const creates = "*/profiles"

// remarked returns the number of the user's profiles with a remark.
func remarked(t *testing.T, s *acctest.Service, remark string) int {
	t.Helper()
	n := 0
	for profile, err := range s.API.UserProfiles(context.Background(), s.Client, s.User) {
		if err != nil {
			t.Fatal(err)
		}
		if profile.Remarks == remark {
			n++
		}
	}
	return n
}

func TestProfile_createLosesItsAnswerAndTheServiceChoosesIDs(t *testing.T) {
	for kind, made := range map[string]int{"status": 0, "truncated-body": 1} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, "server-ext-ids")
			step := s.Fails(`resource "idm_profile" "test" {
  user_ext_id = "u-ben"
  remarks     = "lost"
}`,
				`it is not known whether the object was created. Look in the service for a new object with client_ext_id = "acme", remarks = "lost", user_ext_id = "u-ben"`,
				acctest.Before(func() { s.Lose(t, creates, sim.Fault{Kind: kind, Count: 1}) }))
			s.Test(t, step)
			if n := remarked(t, s, "lost"); n != made {
				t.Errorf("%d profiles instead of %d", n, made)
			}
		})
	}
}
