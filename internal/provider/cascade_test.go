package provider_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// The plan of a replacement counts what the service deletes with the object, and names the attributes
// whose change replaces it.
func TestCascade_counted(t *testing.T) {
	t.Parallel()
	for resource, test := range map[string]struct {
		id     string
		change acctest.Values
		counts []string
	}{
		"idm_user": {"acme/u-carla", acctest.Values{"is_technical_user": true},
			[]string{"(now profiles: 1, credentials: 5)", "idm_user.NAME.is_technical_user"}},
		"idm_profile": {"acme/p-anna-hq", acctest.Values{"user_ext_id": "u-ben"},
			[]string{"(now authorizations: 1, enterprise authorizations: 1, properties: 1)", "[idm_profile.NAME.user_ext_id]"}},
		"idm_role":            {"crm-reader", acctest.Values{"application_ext_id": "wiki"}, []string{"[idm_role.NAME.application_ext_id]"}},
		"idm_unit":            {"acme/acme-it", acctest.Values{"ext_id": "other"}, []string{" propert", "[idm_unit.NAME.id]"}},
		"idm_enterprise_role": {"acme/er-sales", acctest.Values{"ext_id": "other"}, []string{" propert", "role"}},
		"idm_application":     {"crm", acctest.Values{"ext_id": "other"}, []string{"(now roles: "}},
		"idm_authorization": {"acme/p-anna-hq/a-anna-crm", acctest.Values{"role_ext_id": "crm-admin"},
			[]string{"(now properties: 1)", "[idm_authorization.NAME.role_ext_id]"}},
	} {
		t.Run(resource, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			s.Send(t, http.MethodPost, "/core/v1/acme/profiles/p-anna-hq/erole-authorizations", `{"eroleExtId":"er-finance"}`)
			s.Send(t, http.MethodPatch, "/core/v1/acme/profiles/p-anna-hq/properties", `{"badge":"1"}`)
			s.Send(t, http.MethodPatch, "/core/v1/acme/profiles/p-anna-hq/authorizations/a-anna-crm/properties", `{"region":"EMEA"}`)
			s.Send(t, http.MethodPost, "/core/v1/acme/users/u-carla/profiles", `{}`)
			s.Send(t, http.MethodPatch, "/core/v1/acme/eroles/er-sales/properties", `{"tier":"1"}`)
			s.Send(t, http.MethodPatch, "/core/v1/acme/units/acme-it/properties/", `{"costCenter":"1"}`)
			p, i := s.Protocol(t), acctest.Instance{Type: resource}
			i.Import(t, p, test.id)
			i.Refresh(t, p)
			config := p.Configuration(resource, i.Values)
			maps.Copy(config, test.change)
			planned, diags := i.Plan(t, p, config)
			if !planned.Replaces {
				t.Fatal(diags)
			}
			text := diags.String()
			if !strings.Contains(text, "More is deleted than the plan shows") {
				t.Fatal(text)
			}
			_, counted, _ := strings.Cut(text, "The service also deletes")
			for _, count := range test.counts {
				if !strings.Contains(counted, count) {
					t.Errorf("%q is missing in %s", count, text)
				}
			}
		})
	}
}
