package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/tenantgen"
)

// All three campaigns go through the real CLI, small.
func TestCampaigns(t *testing.T) {
	cli := os.Getenv("TF_ACC_TERRAFORM_PATH")
	if cli == "" {
		t.Skip("TF_ACC_TERRAFORM_PATH names no CLI; `make test` does")
	}
	folder := t.TempDir()
	provider := filepath.Join(folder, "terraform-provider-idm")
	if out, err := exec.Command("go", "build", "-o", provider,
		"github.com/identity-iac/terraform-provider-idm").CombinedOutput(); err != nil {
		t.Fatalf("build the provider: %v\n%s", err, out)
	}
	small := settings{cli: cli, provider: provider, seed: 1, size: tenantgen.Size{Units: 8, Profiles: 3, Catalog: 2}}
	for name, test := range map[string]struct {
		settings
		rows []string
	}{
		"faults":  {settings{operations: 60}, []string{"| orphans | 0 |", "| lost updates | 0 |"}},
		"kills":   {settings{kills: 3}, []string{"| applies killed | 3 |", "| converged | 3 |", "| duplicates | 0 |"}},
		"writers": {settings{rounds: 1}, []string{"| rounds | 1 |", "| edits lost without an error | 0 |"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := small
			s.work, s.operations, s.kills, s.rounds = t.TempDir(), test.operations, test.kills, test.rounds
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
