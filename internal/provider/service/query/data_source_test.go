package query_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestSearch(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator)
}

func TestSearch_refused(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator)
}
