package export

import (
	"os"
	"path/filepath"
	"testing"
)

// An update names the provider configuration of the folder in what it adds.
func TestProviderUse(t *testing.T) {
	const identity = `terraform {
  required_providers {
    identity = { source = "identity-iac/idm" }
    idm      = { source = "somebody/else" }
  }
}
`
	for name, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"nothing":             {nil, ""},
		"default":             {map[string]string{"a.tf": `provider "idm" {}`}, ""},
		"default and alias":   {map[string]string{"a.tf": "provider \"idm\" {}\nprovider \"idm\" {\n alias = \"prod\"\n}\n"}, ""},
		"most resources":      {map[string]string{"a.tf": identity + resources("identity.b", "identity.b", "identity.a")}, "identity.b"},
		"quoted":              {map[string]string{"a.tf": identity + resources(`"identity.b"`)}, "identity.b"},
		"requirement as text": {map[string]string{"a.tf": "terraform {\n required_providers {\n  idm = \"~> 1.0\"\n }\n}\n"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			for file, content := range test.files {
				if err := os.WriteFile(filepath.Join(folder, file), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			u, err := readFolder(folder)
			if err != nil {
				t.Fatal(err)
			}
			if got := preferred(u.providers[""]); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// resources returns a resource for each provider configuration.
func resources(configs ...string) string {
	all := ""
	for i, config := range configs {
		all += "resource \"idm_unit\" \"u" + string(rune('a'+i)) + "\" {\n  provider = " + config + "\n}\n"
	}
	return all
}
