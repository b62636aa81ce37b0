package provider_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
)

// undeclared returns the plan's report of undeclared elements of an object of the demo, and "" for
// none.
func undeclared(t *testing.T, p *acctest.Protocol, resource string, config acctest.Values) string {
	t.Helper()
	i := acctest.Instance{Type: resource}
	_, diags := i.Plan(t, p, config)
	if diags.HasError() || !strings.Contains(diags.String(), "Undeclared elements exist") {
		return ""
	}
	return diags.String()
}

// The plan of the first create of an authoritative resource warns of undeclared elements, for every
// such type, but not of those that another resource of the configuration manages.
func TestTakeover_firstCreate(t *testing.T) {
	t.Parallel()
	grant := acctest.Values{"profile_ext_id": "p-anna-hq", "authorizations": acctest.Values{}}
	for resource, test := range map[string]struct {
		config acctest.Values
		want   string
	}{
		"idm_profile_authorizations": {grant, "not in the configuration (authorization a-anna-crm)"},
		"idm_profile_enterprise_authorizations": {acctest.Values{"profile_ext_id": "p-anna-hq",
			"enterprise_authorizations": acctest.Values{}}, "er-sales: not in the configuration"},
		"idm_client_applications": {acctest.Values{"client_ext_id": "acme", "application_ext_ids": []any{}},
			"crm: not in the configuration"},
		"idm_enterprise_role_members": {acctest.Values{"enterprise_role_ext_id": "er-sales", "role_ext_ids": []any{}},
			"crm-reader: not in the configuration"},
	} {
		s := acctest.StartSimulator(t, quirksOf[resource]...)
		if shown := undeclared(t, s.Protocol(t), resource, test.config); !strings.Contains(shown, test.want) ||
			!strings.Contains(shown, "import {") {
			t.Errorf("%s: not %q, but %s", resource, test.want, shown)
		}
		for _, call := range s.Writes() {
			t.Errorf("%s: the plan sent %v", resource, call)
		}
	}
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	single := acctest.Instance{Type: "idm_authorization"}
	if diags := single.Import(t, p, "acme/p-anna-hq/a-anna-crm"); diags.HasError() {
		t.Fatal(diags)
	}
	if diags := single.Refresh(t, p); diags.HasError() {
		t.Fatal(diags)
	}
	if shown := undeclared(t, p, "idm_profile_authorizations", grant); shown != "" {
		t.Errorf("a grant of the same configuration: %s", shown)
	}
}

// An external ID with line breaks cannot add an import block to the warning.
func TestTakeover_hostileID(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	body := `{"extId":"x\n\nimport {\n  to = idm_user.evil\n}","roleExtId":"wiki-editor"}`
	if status, response := s.Send(t, "POST", "/core/v1/acme/profiles/p-anna-hq/authorizations", body); status != 201 {
		t.Fatal(response)
	}
	shown := undeclared(t, s.Protocol(t), "idm_profile_authorizations",
		acctest.Values{"profile_ext_id": "p-anna-hq", "authorizations": acctest.Values{}})
	if !strings.Contains(shown, "wiki-editor: not in the configuration") || strings.Count(shown, "\nimport {") != 1 ||
		strings.Contains(shown, "\n  to = idm_user.evil") {
		t.Error(shown)
	}
}
