package unit_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestUnitDataSources(t *testing.T) {
	acctest.Script(t, nil, acctest.OwnVersions, acctest.ExtIDs)
}
