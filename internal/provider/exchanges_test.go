package provider_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
)

// Updates that exchange unique values in a cycle of any length are an error. A chain that ends in
// a free value is not: one of its orders works.
func TestExchanges(t *testing.T) {
	t.Parallel()
	unit := acctest.Values{"profileless": false, "parent_unit_ext_id": "acme-hq", "name": ""}
	placed := acctest.Values{"profileless": false, "name": "Same", "parent_unit_ext_id": ""}
	role := acctest.Values{"application_ext_id": "crm", "name": ""}
	for name, test := range map[string]struct {
		resource  string
		config    acctest.Values
		attribute string
		from, to  []string
		refused   bool
	}{
		"logins":            {"idm_user", acctest.Values{}, "login_id", []string{"la", "lb"}, []string{"lb", "la"}, true},
		"logins in a chain": {"idm_user", acctest.Values{}, "login_id", []string{"la", "lb"}, []string{"lb", "lc"}, false},
		"names of units":    {"idm_unit", unit, "name", []string{"A", "B", "C"}, []string{"B", "C", "A"}, true},
		"places of units": {"idm_unit", placed, "parent_unit_ext_id", []string{"acme-hq", "acme-it"}, []string{"acme-it", "acme-hq"},
			true},
		"names of roles": {"idm_role", role, "name", []string{"a", "b"}, []string{"b", "a"}, true},
		"names of applications": {"idm_application", acctest.Values{"displayed": true}, "name", []string{"A", "B"},
			[]string{"B", "A"}, true},
		"names of enterprise roles": {"idm_enterprise_role", acctest.Values{}, "name", []string{"A", "B"}, []string{"B", "A"}, true},
		"a chain of roles":          {"idm_role", role, "name", []string{"a", "b", "c"}, []string{"b", "c", "d"}, false},
		"unchanged":                 {"idm_role", role, "name", []string{"a", "b"}, []string{"a", "b"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			instances := make([]acctest.Instance, len(test.from))
			for i, value := range test.from {
				instances[i] = acctest.Instance{Type: test.resource}
				config := with(with(test.config, "ext_id", "x"+string(rune('a'+i))), test.attribute, value)
				instances[i].Create(t, s.Protocol(t), config)
			}
			p := s.Protocol(t)
			var all acctest.Diagnostics
			for i, value := range test.to {
				config := with(with(test.config, "ext_id", "x"+string(rune('a'+i))), test.attribute, value)
				_, diags := instances[i].Plan(t, p, config)
				all = append(all, diags...)
			}
			if all.HasError() != test.refused || test.refused != strings.Contains(all.String(), "Unique values are exchanged") {
				t.Error(all)
			}
		})
	}
}
