package profile_test

import (
	"fmt"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const address = "idm_profile.test"

// config returns a profile with some arguments in addition to the external ID and the user.
func config(s *acctest.Service, extID, arguments string) string {
	return fmt.Sprintf("resource \"idm_profile\" \"test\" {\n  ext_id      = %q\n  user_ext_id = %q\n%s\n}\n", extID, s.User, arguments)
}

func path(s *acctest.Service, extID string) string {
	return fmt.Sprintf("/core/v1/%s/profiles/%s", s.Client, extID)
}

func TestProfile_move(t *testing.T) {
	acctest.Script(t, nil, acctest.ExtIDs)
}

func TestProfile_archiveAfterMove(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

func TestProfile_unitStays(t *testing.T) {
	acctest.Script(t, nil, acctest.ExtIDs)
}

func TestProfile_replace(t *testing.T) {
	acctest.Script(t, nil, acctest.ExtIDs)
}

func TestProfile_serverExtIDs(t *testing.T) {
	acctest.Script(t, nil)
}
