package provider_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// The scripts in testdata.
func TestContract_scripts(t *testing.T) { acctest.Scripts(t, "testdata/*.txt") }
