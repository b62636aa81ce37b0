package consent_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestUserConsents(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator)
}

func TestUserPendingTerms(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.FirstReleases)
}
