package idmctl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// A stored snapshot is of the service that it records: a plan of another service is refused.
func TestServiceOf(t *testing.T) {
	const here, copied = "https://idm.example.com", "https://test.example.com"
	snapshot := func(address string) string {
		file := filepath.Join(t.TempDir(), "s.json")
		if err := os.WriteFile(file, []byte(`{"snapshot":[{"clients":["acme"],"address":"`+address+`"}],"clients":[{"extId":"acme"}]}`),
			0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	fixed := func(address string) plan.Service { return plan.Service{ID: address, Address: address, Known: true} }
	environment := plan.Service{ID: "the address in the environment", Known: true}
	for name, test := range map[string]struct {
		service        plan.Service
		recorded, base string
		want           string
	}{
		"the recorded one":                     {fixed(here), here, "", here},
		"the recorded one, spelled otherwise":  {fixed(here), "HTTPS://idm.example.com:443/", "", here},
		"a copy":                               {fixed(copied), here, here, ""},
		"a copy at the environment's address":  {environment, here, copied, ""},
		"an address that nothing shows":        {environment, here, "", ""},
		"the environment's address":            {environment, here, here, environment.ID},
		"a snapshot without an address":        {fixed(here), "", "", here},
		"a plan that does not show an address": {plan.Service{ID: "x"}, here, here, ""},
	} {
		t.Setenv("IDM_BASE_URL", test.base)
		got, err := serviceOf(&plan.Plan{File: "p", Services: []plan.Service{test.service}}, snapshot(test.recorded))
		if got != test.want || (err == nil) != (test.want != "") || err != nil && !strings.Contains(err.Error(), "not about the service") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
