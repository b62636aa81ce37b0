package export_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// An addition avoids the names of the root, refers to its resources, and sets client and provider.
func TestAddition(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "main.tf"), []byte("resource \"idm_profile\" \"anna_hq\" {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	of := small()
	of.Profiles = append(of.Profiles, tenant.Profile{
		Profile:        idm.Profile{ExtID: "left", UserExtID: "u", UnitExtID: "hq", ProfileState: "archived"},
		Authorizations: []tenant.Authorization{{Authorization: idm.Authorization{ExtID: "a", RoleExtID: "r"}}},
	})
	a := export.NewAddition([]string{folder})
	a.Addresses, a.Providers = map[string]map[string]string{"idm_unit": {"acme/hq": `idm_unit.all["hq"]`}}, map[string]int{"idm": 0, "idm.second": 1}
	for kind, id := range map[string]string{"idm_profile": "acme/p", "idm_user": "acme/none", "idm_authorization": "acme/left/a"} {
		a.Want(kind, id)
	}
	a.Add(of)
	const want = `# found

resource "idm_profile" "anna_hq_p" {
  provider      = idm.second
  client_ext_id = "acme"
  ext_id        = "p"
  user_ext_id   = "u" # anna
  unit_ext_id   = idm_unit.all["hq"].ext_id
}

import {
  provider = idm.second
  to       = idm_profile.anna_hq_p
  id       = "acme/p"
}
`
	if got := string(a.File("found")); got != want || a.Imports() != 1 {
		t.Errorf("%d imports\n%s", a.Imports(), got)
	}
	for kind, reason := range map[string]string{"idm_profile acme/p": "", "idm_user acme/none": "could not be read",
		"idm_authorization acme/left/a": "its profile is archived"} {
		name, id, _ := strings.Cut(kind, " ")
		if got := a.Reason(name, id); !strings.Contains(got, reason) || (got == "") != (reason == "") {
			t.Errorf("%s: %q", kind, got)
		}
	}
}
