package idmctl

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// A grant is declared only with its role, data rooms and validity, in each form of declaration.
func TestAccess_declaredBy(t *testing.T) {
	for name, tc := range cases[struct {
		Change []string
		Held   map[string]map[string]any
		Want   string
	}](t, "declared") {
		t.Run(name, func(t *testing.T) {
			var seed map[string]any
			if err := json.Unmarshal(sim.DemoSeed(), &seed); err != nil {
				t.Fatal(err)
			}
			for list, grant := range tc.Held {
				grant["clientExtId"], grant["profileExtId"], grant["extId"] = "acme", "p-anna-hq", "a"
				seed[list] = []any{grant}
			}
			held, err := json.Marshal(seed)
			if err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			file, snapshot := filepath.Join(folder, "plan.json"), filepath.Join(folder, "seed.json")
			for path, content := range map[string]string{file: planOf(tc.Change...), snapshot: string(held)} {
				if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			out, _ := companion(t, "access", "of", "u-anna", "--snapshot", snapshot, "--declared-by", file, "--output", "json")
			var answer accessquery.Answer
			if err := json.Unmarshal([]byte(out), &answer); err != nil {
				t.Fatal(out)
			}
			rows := slices.DeleteFunc(answer.Rows, func(r accessquery.Row) bool { return r.GrantExtID != "a" })
			if len(rows) == 0 || rows[0].Declared != tc.Want {
				t.Errorf("%+v, want %s", rows, tc.Want)
			}
		})
	}
}
