package provider_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A create or an update that meets a name which another object has names that one, with its import
// block, whichever status the service answers.
func TestTaken_inTheApply(t *testing.T) {
	for _, quirk := range []string{"", "duplicate-409"} {
		quirks := []string{"later-releases"}
		if quirk != "" {
			quirks = append(quirks, quirk)
		}
		acctest.InVirtualTime(t, takenInTheApply, acctest.Quirks(quirks...))
	}
}

func takenInTheApply(t *testing.T, s *acctest.Service) {
	t.Helper()
	p := s.Protocol(t)
	for _, test := range []struct {
		resource          string
		config            acctest.Values
		unique, name, key string
	}{
		{"idm_unit", acctest.Values{"ext_id": "u", "parent_unit_ext_id": "acme-hq", "profileless": true}, "name", "IT", "acme/acme-it"},
		{"idm_unit", acctest.Values{"ext_id": "root", "profileless": true}, "name", "Headquarters", "acme/acme-hq"},
		{"idm_application", acctest.Values{"ext_id": "app", "displayed": true}, "name", "CRM", "crm"},
		{"idm_role", acctest.Values{"ext_id": "r", "application_ext_id": "crm"}, "name", "reader", "crm-reader"},
		{"idm_enterprise_role", acctest.Values{"ext_id": "er"}, "name", "Sales", "acme/er-sales"},
		{"idm_client", acctest.Values{"ext_id": "c", "deletion_protection": false}, "name", "Globex", "globex"},
		{"idm_user", acctest.Values{"ext_id": "somebody"}, "login_id", "anna", "acme/u-anna"},
	} {
		free, taken := maps.Clone(test.config), maps.Clone(test.config)
		free[test.unique], taken[test.unique] = "Free", test.name
		object := acctest.Instance{Type: test.resource}
		namesHolder(t, "create", test.key, object.ApplyConcurrently(t, p, taken, func() {}))
		object = acctest.Instance{Type: test.resource}
		object.Create(t, p, free)
		namesHolder(t, "update", test.key, object.ApplyConcurrently(t, p, taken, func() {}))
	}
}

func namesHolder(t *testing.T, operation, key string, diags acctest.Diagnostics) {
	t.Helper()
	var failed []string
	for _, d := range diags {
		if strings.HasPrefix(d.Summary, "Could not "+operation) {
			failed = append(failed, d.Detail)
		}
	}
	if len(failed) != 1 || !strings.Contains(failed[0], fmt.Sprintf("id = %q", key)) ||
		!strings.Contains(failed[0], key+" already has this") {
		t.Errorf("%s: the error does not name %s: %s", operation, key, diags)
	}
}

// A move below a parent with a subunit of the same name reports that subunit.
func TestTaken_move(t *testing.T) {
	t.Parallel()
	acctest.InVirtualTime(t, func(t *testing.T, s *acctest.Service) {
		p, unit := s.Protocol(t), acctest.Instance{Type: "idm_unit"}
		unit.Create(t, p, acctest.Values{"ext_id": "u", "name": "IT", "profileless": true})
		moved := acctest.Values{"ext_id": "u", "name": "IT", "profileless": true, "parent_unit_ext_id": "acme-hq"}
		namesHolder(t, "move", "acme/acme-it", unit.ApplyConcurrently(t, p, moved, func() {}))
	})
}

// If the service refuses to delete an object because of its dependents, the error names them.
func TestDependents(t *testing.T) {
	t.Parallel()
	acctest.InVirtualTime(t, dependents)
}

func dependents(t *testing.T, s *acctest.Service) {
	t.Helper()
	refused := sim.Fault{Kind: "status", Code: "errors.undeletedDependencies", Method: http.MethodDelete}
	archiving := refused
	archiving.Method, archiving.Path = http.MethodPost, "*/archive"
	s.SetFaults(t, refused, archiving)
	p := s.Protocol(t)
	for resource, test := range map[string]struct {
		identity acctest.Values
		named    string
	}{
		"idm_application":     {acctest.Values{"ext_id": "crm"}, `role crm-reader ("reader")`},
		"idm_enterprise_role": {acctest.Values{"client_ext_id": "acme", "ext_id": "er-sales"}, "acme/er-sales/crm-reader"},
		"idm_unit":            {acctest.Values{"client_ext_id": "acme", "ext_id": "acme-hq"}, `unit acme/acme-it ("IT")`},
		"idm_user":            {acctest.Values{"client_ext_id": "acme", "ext_id": "u-dev-bot"}, `credential "cred-bot"`},
	} {
		if _, diags := p.Change(t, resource, test.identity, nil); !strings.Contains(diags.String(), test.named) {
			t.Errorf("%s: %s is not named: %s", resource, test.named, diags)
		}
	}
}
