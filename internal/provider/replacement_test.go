package provider_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// replaced creates an object, and plans its replacement in a separate run.
func replaced(t *testing.T, s *acctest.Service, resource string, config, other acctest.Values) acctest.Diagnostics {
	t.Helper()
	i := acctest.Instance{Type: resource}
	if diags := i.ApplyConcurrently(t, s.Protocol(t), config, func() {}); diags.HasError() {
		t.Fatal(diags)
	}
	p := s.Protocol(t)
	if diags := i.Refresh(t, p); diags.HasError() {
		t.Fatal(diags)
	}
	planned, diags := i.Plan(t, p, other)
	if !diags.HasError() && !planned.Replaces {
		t.Errorf("%s: %v does not replace %v", resource, other, config)
	}
	return diags
}

// with returns a copy of a configuration with another value of one attribute.
func with(config acctest.Values, name string, value any) acctest.Values {
	other := maps.Clone(config)
	other[name] = value
	return other
}

// A replacement destroys the object before the create, so a reference to a missing object is an
// error in its plan, for every type and attribute.
func TestReplacement_everyReference(t *testing.T) {
	t.Parallel()
	_, schemas := server(t)
	for resource, schema := range schemas.ResourceSchemas {
		if isCollection(resource) {
			continue
		}
		config := refusable(t)[resource][0]
		for _, attribute := range schema.Block.Attributes {
			if !refers(attribute) || attribute.Name == "ext_id" || !strings.HasSuffix(attribute.Name, "_ext_id") ||
				config[attribute.Name] == nil {
				continue
			}
			s := acctest.StartSimulator(t, quirksOf[resource]...)
			if resource != "idm_client" {
				prepareReplacement(t, s)
			}
			diags := replaced(t, s, resource, config, with(config, attribute.Name, "nowhere"))
			if !diags.HasError() || !strings.Contains(diags.String(), "No such ") ||
				!strings.Contains(diags.String(), "destroys it first") {
				t.Errorf("%s.%s: %s", resource, attribute.Name, diags)
			}
		}
	}
}

// prepareReplacement creates the objects that the configurations of refusable refer to.
func prepareReplacement(t *testing.T, s *acctest.Service) {
	t.Helper()
	for _, call := range [][2]string{
		{"/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`},
		{"/core/v1/acme/profiles/p/authorizations", `{"extId":"held","roleExtId":"crm-reader"}`},
	} {
		s.Must(t, "POST", call[0], call[1])
	}
}
