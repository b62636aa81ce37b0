package idmctl

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The JSON of a plan, a snapshot or permissions can come from the standard input.
func TestStandardInput(t *testing.T) {
	if os.Getenv("IDM_TEST_STANDARD_INPUT") != "" {
		os.Exit(Run(t.Context(), "dev", strings.Fields(os.Getenv("IDM_TEST_STANDARD_INPUT")), os.Stdout, os.Stderr))
	}
	const plan = `{"format_version":"1.2","terraform_version":"1.11.0","planned_values":{},"resource_changes":[],` +
		`"configuration":{"provider_config":{"idm":{"name":"idm","full_name":"registry.terraform.io/identity-iac/idm"}}}}`
	snapshot := filepath.Join(t.TempDir(), "snapshot.json")
	if err := os.WriteFile(snapshot, []byte(`{"clients":[{"extId":"acme"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	const held, all = `{"clients":[{"extId":"acme"}]}`, "access all --snapshot "
	for _, test := range []struct {
		line, input, want string
		code              int
	}{
		{"review -", plan, "standard input", 0},
		{"review - --output json", "\ufeff" + plan, `"file": "standard input"`, 0},
		{"review - --expect-digest 0000", plan, "standard input", 1},
		{"drift -", plan, "Of: `standard input`", 1},
		{all + "-", held, "", 0},
		{all + snapshot, "", "", 0},
		{all + "- --client acme", plan, "- is not a snapshot", 1},
		{"review - --snapshot -", plan, "is not a snapshot", 1},
		{"review -", "PK\x03\x04", "name the file, or pipe its JSON", 1},
		{"review -", `{"encrypted_data":"x"}`, "name the file, or pipe its JSON", 1},
		{"review -", "", "neither a saved plan", 1},
	} {
		t.Run(test.line, func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestStandardInput$")
			cmd.Env = append(os.Environ(), "IDM_TEST_STANDARD_INPUT="+test.line)
			cmd.Stdin = strings.NewReader(test.input)
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			_ = cmd.Run()
			if code := cmd.ProcessState.ExitCode(); code != test.code || !strings.Contains(out.String(), test.want) {
				t.Errorf("exit code %d, want %d with %q:\n%s", code, test.code, test.want, out.String())
			}
		})
	}
}
