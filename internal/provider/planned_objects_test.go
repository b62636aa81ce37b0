package provider_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// recorded is an instance in the state after a refresh in a run.
func recorded(t *testing.T, p *acctest.Protocol, resource, id string) *acctest.Instance {
	t.Helper()
	i := &acctest.Instance{Type: resource}
	diags := i.Import(t, p, id)
	if diags = append(diags, i.Refresh(t, p)...); diags.HasError() {
		t.Fatal(diags)
	}
	return i
}

// again plans an instance like a CLI that replaces it: without a prior state.
func again(t *testing.T, p *acctest.Protocol, resource string, config acctest.Values) acctest.Diagnostics {
	t.Helper()
	_, diags := (&acctest.Instance{Type: resource}).Plan(t, p, config)
	return diags
}

func says(t *testing.T, diags acctest.Diagnostics, want string) {
	t.Helper()
	if text := diags.String(); diags.HasError() || want == "" && len(diags) > 0 || !strings.Contains(text, want) {
		t.Errorf("%q is not there: %s", want, text)
	}
}

// An object that is created again under the same ID loses data that the plan does not show, both
// for a replacement and for a tainted instance. Its values are not reported as used by another
// object.
func TestPlannedObjects_recreated(t *testing.T) {
	t.Setenv("IDM_PLAN_CHECKS", "error")
	s := acctest.StartSimulator(t)
	for resource, test := range map[string]struct{ id, contains string }{
		"idm_user":            {"acme/u-dev-bot", "its profiles with all that is granted to them"},
		"idm_profile":         {"acme/p-anna-hq", "its authorizations"},
		"idm_role":            {"crm-reader", "every grant of it"},
		"idm_enterprise_role": {"acme/er-sales", "every grant of it"},
		"idm_application":     {"crm", "its roles with every grant of them"},
		"idm_unit":            {"acme/acme-it", "its properties"},
		"idm_authorization":   {"acme/p-anna-hq/a-anna-crm", "its properties"},
	} {
		p := s.Protocol(t)
		i := recorded(t, p, resource, test.id)
		says(t, again(t, p, resource, p.Configuration(resource, i.Values)), test.contains)
	}
	p := s.Protocol(t)
	if diags := again(t, p, "idm_client", p.Configuration("idm_client", recorded(t, p, "idm_client", "acme").Values)); !strings.Contains(
		diags.String(), "everything in it") || !strings.Contains(diags.String(), "The client is protected") ||
		strings.Contains(diags.String(), "destroy -refresh=false") {
		t.Error(diags)
	}
	user := recorded(t, p, "idm_user", "acme/u-dev-bot")
	config := p.Configuration("idm_user", user.Values)
	config["is_technical_user"] = false
	planned, diags := user.Plan(t, p, config)
	if says(t, diags, "More is deleted than the plan shows"); !planned.Replaces {
		t.Error("the user is not replaced")
	}
	// Under an ID that is chosen again, a CLI replans only what this configuration declares.
	delete(config, "ext_id")
	_, diags = recorded(t, s.Protocol(t), "idm_user", "acme/u-dev-bot").Plan(t, s.Protocol(t), config)
	says(t, diags, "created again under another ID")
}
