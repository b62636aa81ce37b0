package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// small returns the settings of a small search with the CLI of the tests and a new build of the
// provider.
func small(t *testing.T) settings {
	t.Helper()
	rings.Test(t)
	cli := os.Getenv("TF_ACC_TERRAFORM_PATH")
	if cli == "" {
		t.Skip("TF_ACC_TERRAFORM_PATH names no CLI; `make test` does")
	}
	provider, err := rings.Build(t.Context(), "terraform-provider-idm", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return settings{cli: cli, provider: provider, work: t.TempDir(), seed: 1}
}

// The search runs with the real CLI on a small scale.
func TestSearch(t *testing.T) {
	s := small(t)
	s.steps = 4
	var out bytes.Buffer
	if err := s.search(t.Context(), &out, t.Logf); err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{"| tenants | 1 |", "| configurations | 4 |", "| manual changes, all repaired | 4 |"} {
		if !strings.Contains(out.String(), row) {
			t.Errorf("there is no %q in:\n%s", row, out.String())
		}
	}
}
