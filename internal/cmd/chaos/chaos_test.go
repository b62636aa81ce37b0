package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// small returns the settings of small campaigns with the CLI of the tests and a new build of the
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
	return settings{cli: cli, provider: provider, work: t.TempDir(), seed: 1, size: tenantgen.Size{Units: 8, Profiles: 3, Catalog: 2}}
}

// All campaigns run with the real CLI on a small scale.
func TestCampaigns(t *testing.T) {
	small := small(t)
	for name, test := range map[string]struct {
		settings
		rows []string
	}{
		"faults":  {settings{operations: 60}, []string{"| orphans | 0 |", "| lost updates | 0 |"}},
		"kills":   {settings{kills: 3}, []string{"| applies killed | 3 |", "| converged | 3 |", "| duplicates | 0 |"}},
		"fuzzer":  {settings{steps: 4}, []string{"| tenants | 1 |", "| configurations | 4 |", "| manual changes, all repaired | 4 |"}},
		"writers": {settings{rounds: 1}, []string{"| rounds | 1 |", "| edits lost without an error | 0 |"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := small
			s.work, s.operations, s.kills, s.rounds, s.steps = t.TempDir(), test.operations, test.kills, test.rounds, test.steps
			var out bytes.Buffer
			if err := s.campaigns(t.Context(), &out, t.Logf); err != nil {
				t.Fatal(err)
			}
			for _, row := range test.rows {
				if !strings.Contains(out.String(), row) {
					t.Errorf("there is no %q in:\n%s", row, out.String())
				}
			}
		})
	}
}
