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
	for _, row := range acctest.Table(t, "testdata/cascades.hcl") {
		t.Run(row.Type, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			s.Send(t, http.MethodPost, "/core/v1/acme/profiles/p-anna-hq/erole-authorizations", `{"eroleExtId":"er-finance"}`)
			s.Send(t, http.MethodPatch, "/core/v1/acme/profiles/p-anna-hq/properties", `{"badge":"1"}`)
			s.Send(t, http.MethodPatch, "/core/v1/acme/profiles/p-anna-hq/authorizations/a-anna-crm/properties", `{"region":"EMEA"}`)
			s.Send(t, http.MethodPost, "/core/v1/acme/users/u-carla/profiles", `{}`)
			s.Send(t, http.MethodPatch, "/core/v1/acme/eroles/er-sales/properties", `{"tier":"1"}`)
			s.Send(t, http.MethodPatch, "/core/v1/acme/units/acme-it/properties/", `{"costCenter":"1"}`)
			p, i := s.Protocol(t), acctest.Instance{Type: row.Type}
			i.Import(t, p, row.Text("id"))
			i.Refresh(t, p)
			config := p.Configuration(row.Type, i.Values)
			maps.Copy(config, row.Config("change"))
			planned, diags := i.Plan(t, p, config)
			if !planned.Replaces {
				t.Fatal(diags)
			}
			text := diags.String()
			if !strings.Contains(text, "More is deleted than the plan shows") {
				t.Fatal(text)
			}
			_, counted, _ := strings.Cut(text, "The service also deletes")
			counts, _ := row.Arguments["counts"].([]any)
			for _, count := range counts {
				if !strings.Contains(counted, count.(string)) {
					t.Errorf("%q is missing in %s", count, text)
				}
			}
		})
	}
}
