// Package service_test runs what the folders of the nouns say in scripts.
package service_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// The scripts and lifecycles of all nouns.
func TestNouns(t *testing.T) { acctest.Scripts(t, "*/testdata/*") }
