package idmctl

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A state that is not understood denies nothing: access may exist, and a plan may give it.
func TestUnknownState(t *testing.T) {
	folder := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	plan := file("plan.json", `{"format_version":"1.2","terraform_version":"1.11.4","resource_changes":[
		{"address":"idm_authorization.a","type":"idm_authorization","name":"a","provider_name":"registry.terraform.io/identity-iac/idm",
		"mode":"managed","change":{"actions":["create"],"before":null,"after":{"client_ext_id":"c","profile_ext_id":"p","role_ext_id":"r",
		"client_global":false,"unit_global":false,"app_global":false,"enterprise_role_global":false},
		"after_unknown":{"ext_id":true,"id":true}}}],
		"configuration":{"provider_config":{"idm":{"name":"idm","full_name":"registry.terraform.io/identity-iac/idm"}},
		"root_module":{"resources":[{"address":"idm_authorization.a","mode":"managed","type":"idm_authorization","name":"a",
		"provider_config_key":"idm","expressions":{}}]}}}`)
	t.Setenv("IDM_BASE_URL", "https://idm.example.com")
	for state, effective := range map[string]string{
		"active": ",yes,", "disabled": ",no,", "archived": ",no,", "suspended": ",unknown,", "LOCKED": ",unknown,",
	} {
		t.Run(state, func(t *testing.T) {
			snapshot := file(state+".json", `{"snapshot":[{"clients":["c"]}],"clients":[{"extId":"c"}],
				"applications":[{"extId":"x"}],"clientApplications":[{"clientExtId":"c","applicationExtId":"x"}],
				"roles":[{"extId":"r","applicationExtId":"x"},{"extId":"q","applicationExtId":"x"}],
				"users":[{"clientExtId":"c","extId":"u","userState":"`+state+`","isTechnicalUser":false}],
				"profiles":[{"clientExtId":"c","extId":"p","userExtId":"u"}],
				"authorizations":[{"clientExtId":"c","extId":"a","profileExtId":"p","roleExtId":"q"}]}`)
			run := func(arguments ...string) (string, int) {
				var out bytes.Buffer
				code := Run(t.Context(), "dev", arguments, &out, &out)
				return out.String(), code
			}
			if out, _ := run("access", "of", "u", "--snapshot", snapshot, "--output", "csv"); !strings.Contains(out, effective) {
				t.Errorf("access of u: %s", out)
			}
			if out, code := run("review", plan, "--snapshot", snapshot, "--fail-on", "gain.role"); code != exitFinding ||
				strings.Contains(out, "without effect") != (effective == ",no,") {
				t.Errorf("review: exit code %d\n%s", code, out)
			}
		})
	}
}
