package unitproperties_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
)

// A read-only property that leaves the configuration, or goes with the resource, is released: the
// service keeps it, and is not asked to remove it.
func TestUnitProperties_releasesReadOnly(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		config acctest.Values
		sent   string
	}{
		"name removed":                {acctest.Values{"costCenter": "1"}, ""},
		"name removed, other changed": {acctest.Values{"costCenter": "2"}, `{"costCenter":"2"}`},
		"resource removed":            {nil, `{"costCenter":""}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			if status, answer := s.Send(t, http.MethodPatch, "/core/v1/acme/units/acme-hq/properties/",
				`{"costCenter":"1"}`); status != http.StatusOK {
				t.Fatal(answer)
			}
			p, properties := s.Protocol(t), acctest.Instance{Type: "idm_unit_properties"}
			properties.Import(t, p, "acme/acme-hq")
			properties.Refresh(t, p)
			held, _ := properties.Values["properties"].(acctest.Values)
			if held["readOnlyCode"] == nil {
				t.Fatalf("the unit has no read-only property: %v", properties.Values)
			}
			config := acctest.Values(nil)
			if test.config != nil {
				for name, value := range held {
					if test.config[name] == nil && name != "readOnlyCode" {
						test.config[name] = value
					}
				}
				config = acctest.Values{"unit_ext_id": "acme-hq", "properties": test.config}
			}
			s.ClearRequests()
			diags := properties.ApplyConcurrently(t, p, config, func() {})
			if diags.HasError() || !strings.Contains(diags.String(), "Released a read-only property: The property readOnlyCode") {
				t.Error(diags)
			}
			writes := strings.Join(s.Writes(), "\n")
			if strings.Contains(writes, "readOnlyCode") || !strings.Contains(writes, test.sent) || test.sent == "" && writes != "" {
				t.Errorf("sent %s", writes)
			}
			if config == nil {
				return
			}
			properties.Refresh(t, p)
			if planned, diags := properties.Plan(t, p, config); len(diags) > 0 || !planned.Empty {
				t.Errorf("not settled: %v %v", planned.Values, diags)
			}
		})
	}
}
