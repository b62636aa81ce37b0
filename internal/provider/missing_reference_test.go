package provider_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A create or a move that needs a missing object fails at once, for every type and reference: it is
// not sent again, nothing is recorded, and the error has the remedy.
func TestMissingReference(t *testing.T) {
	_, schemas := server(t)
	for resource, schema := range schemas.ResourceSchemas {
		if isCollection(resource) {
			continue
		}
		configs := refusable(t)[resource]
		for _, attribute := range schema.Block.Attributes {
			if !refers(attribute) || attribute.Name == "ext_id" || !strings.HasSuffix(attribute.Name, "_ext_id") {
				continue
			}
			t.Run(resource+"."+attribute.Name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := acctest.Virtual(t, acctest.Quirks(quirksOf[resource]...))
					for _, made := range setting(resource) {
						s.Must(t, http.MethodPost, "/core/v1/acme/"+made[0], made[1])
					}
					failsAtOnce(t, s, resource, nil, with(configs[0], attribute.Name, "nowhere"))
					if resource == "idm_unit" || resource == "idm_profile" && attribute.Name == "unit_ext_id" {
						failsAtOnce(t, s, resource, configs[0], with(configs[0], attribute.Name, "nowhere"))
					}
				})
			})
		}
	}
}

// failsAtOnce applies a configuration with a missing reference, after another one if it is not nil.
func failsAtOnce(t *testing.T, s *acctest.Service, resource string, before, config acctest.Values) {
	t.Helper()
	object, p := acctest.Instance{Type: resource}, s.Protocol(t)
	if before != nil {
		object.Create(t, p, before)
	}
	s.ClearRequests()
	begin := time.Now()
	diags := object.ApplyConcurrently(t, p, config, func() {})
	if took, sent := time.Since(begin), s.Writes(); took > 0 || len(sent) > 1 {
		t.Errorf("sent %q, and took %s", sent, took)
	}
	if before == nil && object.Values != nil {
		t.Errorf("the state has %v", object.Values)
	}
	if !diags.HasError() || !strings.Contains(diags.String(), "idm_unit_tree") {
		t.Error(diags)
	}
}
