package provider_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// The plan shows the ID of every resource if the parts of its key are known, even if the provider
// sets the client. A part that the provider chooses makes the ID unknown.
func TestKnownID(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	configs := refusable(t)
	_, schemas := server(t)
	for name := range schemas.ResourceSchemas {
		if _, listed := configs[name]; !listed && !isCollection(name) {
			t.Errorf("%s has no configuration here", name)
		}
	}
	for resource, pair := range configs {
		key := strings.Split(idForm(schemas.ResourceSchemas[resource]), "/")
		if resource == "idm_property_definition" {
			// The scope of its configuration requires an application.
			key = []string{"scope", "name", "application_ext_id", "client_ext_id"}
		}
		object, p := acctest.Instance{Type: resource}, s.Protocol(t)
		planned, diags := object.Plan(t, p, pair[0])
		if resource == "idm_terms" {
			// The service chooses their external ID.
			if planned.Values["id"] != any(tftypes.UnknownValue) {
				t.Errorf("%s: the plan has the id %v: %s", resource, planned.Values["id"], diags)
			}
			continue
		}
		if want := idOf(key, planned.Values); diags.HasError() || planned.Values["id"] != want {
			t.Errorf("%s: the plan has the id %v, not %s: %s", resource, planned.Values["id"], want, diags)
		}
		last := key[len(key)-1]
		if last != "ext_id" {
			continue
		}
		config := maps.Clone(pair[0])
		delete(config, last)
		p.NextRun(t)
		if planned, diags = object.Plan(t, p, config); diags.HasError() || planned.Values["id"] != any(tftypes.UnknownValue) {
			t.Errorf("%s: the plan without an external id has the id %v: %s", resource, planned.Values["id"], diags)
		}
	}
}

// The plan of a replacement shows the ID of the new object.
func TestKnownID_replaced(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p, object := s.Protocol(t), acctest.Instance{Type: "idm_unit"}
	object.Create(t, p, acctest.Values{"ext_id": "old", "profileless": false})
	for extID, want := range map[string]string{"old": "acme/old", "new/er": "acme/new%2Fer"} {
		planned, diags := object.Plan(t, p, acctest.Values{"ext_id": extID, "profileless": false})
		if len(diags) > 0 || planned.Values["id"] != want || planned.Replaces == (extID == "old") {
			t.Errorf("%s: planned %v: %s", extID, planned.Values, diags)
		}
	}
}

func idOf(key []string, values acctest.Values) string {
	parts := make([]string, len(key))
	for i, name := range key {
		parts[i] = fmt.Sprint(values[name])
	}
	return objecttype.ImportID(parts...)
}
