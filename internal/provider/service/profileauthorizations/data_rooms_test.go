package profileauthorizations_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// Data rooms that are unknown in the plan and null in the apply are closed, separately or with the
// whole map.
func TestProfileAuthorizations_dataRoomsKnownAfterApply(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs, acctest.AuthorizationExtIDs)
}
