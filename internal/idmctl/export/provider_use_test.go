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
		"nothing":           {nil, ""},
		"default":           {map[string]string{"a.tf": `provider "idm" {}`}, ""},
		"only an alias":     {map[string]string{"a.tf": "provider \"idm\" {\n alias = \"prod\"\n}\n"}, "idm.prod"},
		"default and alias": {map[string]string{"a.tf": "provider \"idm\" {}\nprovider \"idm\" {\n alias = \"prod\"\n}\n"}, ""},
		"local name":        {map[string]string{"a.tf": identity}, "identity"},
		"private registry": {map[string]string{
			"a.tf": "terraform {\n required_providers {\n  iam = { source = \"tf.example.com/team/idm\" }\n }\n}\n"}, "iam"},
		"another file": {map[string]string{"a.tf": identity,
			"b.tofu": "provider \"identity\" {\n alias = \"x\"\n}\n"}, "identity.x"},
		"most resources": {map[string]string{"a.tf": identity + resources("identity.b", "identity.b", "identity.a")}, "identity.b"},
		"quoted":         {map[string]string{"a.tf": identity + resources(`"identity.b"`)}, "identity.b"},
		"other provider": {map[string]string{
			"a.tf": identity + "resource \"idm_unit\" \"x\" {}\n" + resources("identity")}, "identity"},
		"by instance":         {map[string]string{"a.tf": identity + resources("identity.by[each.key]")}, "identity"},
		"JSON":                {map[string]string{"a.tf.json": `{"terraform":{"required_providers":{"iam":{"source":"identity-iac/idm"}}}}`}, "iam"},
		"JSON, several":       {map[string]string{"a.tf.json": `{"terraform":[{"required_providers":[{"iam":{"source":"identity-iac/idm"}}]}],"provider":{"iam":[{"alias":"x"}]}}`}, "iam.x"},
		"JSON, resource":      {map[string]string{"a.tf": identity, "b.tf.json": `{"resource":{"idm_unit":{"u":{"provider":"identity.y"}}}}`}, "identity.y"},
		"JSON, template":      {map[string]string{"a.tf": identity, "b.tofu.json": `{"resource":{"idm_unit":{"u":{"provider":"${identity.z}"}}}}`}, "identity.z"},
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
			if got := u.providers[""].config(); got != test.want {
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
