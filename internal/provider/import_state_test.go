package provider_test

import (
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// onlyConfigured lists, by resource, the attributes that only the configuration knows, so that an
// import cannot read them.
var onlyConfigured = map[string][]string{"idm_client": {"deletion_protection"}}

// The state after an import by ID or by identity equals the state after the apply that created the
// same object, for every type, except for what only the configuration knows. The plan after the
// import changes nothing.
func TestImport_equalsApply(t *testing.T) {
	t.Parallel()
	for resource, configs := range refusable(t) {
		t.Run(resource, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, quirksOf[resource]...)
			s.Send(t, http.MethodPost, "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`)
			s.Send(t, http.MethodPost, "/core/v1/acme/profiles/p/authorizations", `{"extId":"held","roleExtId":"hr-viewer"}`)
			created, p := acctest.Instance{Type: resource}, s.Protocol(t)
			config := configs[0]
			if resource == "idm_profile_authorizations" {
				s.Send(t, http.MethodDelete, "/core/v1/acme/profiles/p/authorizations/held", "")
			}
			created.Create(t, p, config)
			identity := created.Identity(t, p)
			p = s.Protocol(t)
			imported := acctest.Instance{Type: resource}
			diags := imported.Import(t, p, created.Values["id"].(string))
			if err := acctest.Equal(identity, imported.Identity(t, p)); err != nil {
				t.Error(err)
			}
			if diags = append(diags, imported.Refresh(t, p)...); diags.HasError() {
				t.Fatal(diags)
			}
			byIdentity, _, diags := p.Import(t, resource, identity)
			if err := acctest.Equal(imported.Values, byIdentity); err != nil || diags.HasError() {
				t.Error(err, diags)
			}
			applied, read := maps.Clone(created.Values), maps.Clone(imported.Values)
			for name := range applied {
				if slices.Contains(onlyConfigured[resource], name) {
					delete(applied, name)
					delete(read, name)
				}
			}
			if err := acctest.Equal(applied, read); err != nil {
				t.Error(err)
			}
			planned, more := imported.Plan(t, p, config)
			if diags = append(diags, more...); diags.HasError() || planned.Replaces || !planned.Empty && onlyConfigured[resource] == nil {
				t.Error(planned.Values, diags)
			}
		})
	}
}
