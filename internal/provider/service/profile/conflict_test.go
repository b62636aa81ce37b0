package profile_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A move has no version, so the provider compares the profile's unit before sending it.
func TestProfile_movedConcurrently(t *testing.T) {
	acctest.Script(t, nil, acctest.ExtIDs)
}

// A grant advances the version of its profile, which is not a conflict for an update of the profile
// in the same run.
func TestProfile_grantsDuringAnUpdate(t *testing.T) {
	acctest.Script(t, nil)
}

// Making one profile the default clears the flag of another one in the same run.
func TestProfile_otherDefaultDuringAnUpdate(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}
