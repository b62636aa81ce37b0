package plan_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// The CLI shows an encrypted plan, and what its JSON omits is unlisted.
func TestRead_encrypted(t *testing.T) {
	folder := t.TempDir()
	file, program := filepath.Join(folder, "saved.tfplan"), filepath.Join(folder, "tofu")
	for name, content := range map[string]string{file: `{"encrypted_data":"AAAA","meta":{}}`,
		program: "#!/bin/sh\ncat <<'END'\n" + ownUnit + "\nEND\n"} {
		if err := os.WriteFile(name, []byte(content), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	p, err := plan.Read(t.Context(), file, plan.CLI{Path: program})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Changes) == 0 || p.Backend.Type != "" || !slices.Contains(p.Unlisted, plan.UnlistedEncrypted) {
		t.Errorf("backend %q, unlisted %q", p.Backend.Type, p.Unlisted)
	}
}
